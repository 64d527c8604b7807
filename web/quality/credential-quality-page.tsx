import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { estimateDoubt, isEstimateInDoubt } from "../../shared/quality/active-time.ts";
import type { ReviewerSeverity, SectionQuality } from "../../shared/quality/calls.ts";
import { api } from "../api/client.ts";
import { MetricsTable } from "../content/organization/metrics-table.tsx";
import { MonthRange, useMonthRange } from "../content/organization/month-range.tsx";
import { useSession } from "../session/session.tsx";
import { Nothing } from "../ui/lists/list-states.tsx";
import { LightMessage } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { QualityMetrics } from "./quality-metrics.tsx";
import { agreementWords, coefficientWords, criterionNote, severityWords } from "./quality-words.ts";

/** `/quality/:id`: a credential's figures, each of its criteria and, for admins, how strict its reviewers are. */
export function Page() {
  const { id: credential_id = "" } = useParams();
  const { organization_id } = useSession();
  const range = useMonthRange();
  const { from, to } = range;
  const { data } = useSuspenseQuery(api.quality.readCredential.query({ organization_id, credential_id, from, to }));
  return (
    <Stack gap="l">
      <PageHeader
        title={data.title}
        description="How often two reviewers agree when neither sees the other’s decisions."
        back={{ to: paths.quality, text: "Quality" }}
      />
      <MonthRange {...range} />
      {isEstimateInDoubt(data.totals.active_time) ? (
        <LightMessage kind="warning">
          Half of these reviews take more than {estimateDoubt.share} times the estimate, and reviewers are paid by the
          estimate. Look at the minutes of each section in the Sections step.
        </LightMessage>
      ) : null}
      <QualityMetrics data={data} />
      <Criteria sections={data.sections} />
      {data.reviewers.length > 0 ? <Reviewers reviewers={data.reviewers} /> : null}
    </Stack>
  );
}

function Criteria({ sections }: { readonly sections: readonly SectionQuality[] }) {
  return (
    <Panel
      title="By criterion"
      description="All months, for the published version’s criteria. Where reviewers often disagree, the wording may need another look. Of agreement beyond chance, 1 is full agreement, and 0 is no better than guessing."
    >
      {sections.length === 0 ? <Nothing title="No criteria" text="This credential has no scored criteria." /> : null}
      <Stack gap="l">
        {sections.map(({ section_id, title, criteria }) => (
          <section key={section_id}>
            <h3>{title}</h3>
            <MetricsTable
              title={title}
              heading="Criterion"
              columns={[
                { name: "Same marks" },
                { name: "Based on", text: true },
                { name: "Agreement beyond chance (AC1)" },
              ]}
              rows={criteria.map(({ criteria_id, criteria: name, agreement }) => ({
                id: criteria_id,
                name,
                cells: [
                  agreementWords(agreement),
                  criterionNote(agreement),
                  coefficientWords(agreement.gwet, agreement),
                ],
              }))}
            />
          </section>
        ))}
      </Stack>
    </Panel>
  );
}

function Reviewers({ reviewers }: { readonly reviewers: readonly ReviewerSeverity[] }) {
  return (
    <Panel
      title="How strict reviewers are"
      description="The share of criteria each reviewer marked as met, next to what other reviewers’ marks of the same criteria suggest. Some differences are just chance. This doesn’t affect pay, offers, or results."
    >
      <MetricsTable
        title="How strict reviewers are"
        heading="Reviewer"
        columns={[{ name: "Met" }, { name: "Expected" }, { name: "Difference", text: true }, { name: "p" }]}
        rows={reviewers.map((reviewer) => ({
          id: reviewer.user_id,
          name: fullName(reviewer),
          cells: [
            `${reviewer.achieved} of ${reviewer.marks}`,
            reviewer.expected.toFixed(1),
            severityWords(reviewer),
            reviewer.p === undefined ? "–" : reviewer.p.toFixed(3),
          ],
        }))}
      />
    </Panel>
  );
}
