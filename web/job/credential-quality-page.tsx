import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { estimateDoubt, isEstimateInDoubt } from "../../shared/job/active-time.ts";
import type { ReviewerSeverity, SectionQuality } from "../../shared/job/quality-calls.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { MonthRange, useMonthRange } from "../organization/month-range.tsx";
import { LightMessage } from "../ui/light.tsx";
import { Nothing } from "../ui/list-states.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Panel, Stack } from "../ui/panel.tsx";
import { QualityMetrics } from "./quality-metrics.tsx";
import { agreementWords, coefficientWords, criterionNote, severityWords } from "./quality-words.ts";
import "../organization/analytics.css";

/** `/quality/:id`: a credential's figures, each of its criteria and, for admins, how strict its reviewers are. */
export function Page() {
  const { id: credential_id = "" } = useParams();
  const { organization_id } = useSession();
  const range = useMonthRange();
  const { from, to } = range;
  const { data } = useSuspenseQuery(api.job.readCredentialQuality.query({ organization_id, credential_id, from, to }));
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
      {sections.map(({ section_id, title, criteria }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section key={section_id} className="analytics-table" aria-label={title} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{title}</th>
                <th scope="col">Same marks</th>
                <th scope="col">Based on</th>
                <th scope="col">Agreement beyond chance (AC1)</th>
              </tr>
            </thead>
            <tbody>
              {criteria.map(({ criteria_id, criteria: words, agreement }) => (
                <tr key={criteria_id}>
                  <th scope="row">{words}</th>
                  <td className="figures">{agreementWords(agreement)}</td>
                  <td className="figures">{criterionNote(agreement)}</td>
                  <td className="figures">{coefficientWords(agreement.gwet, agreement)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </Panel>
  );
}

function Reviewers({ reviewers }: { readonly reviewers: readonly ReviewerSeverity[] }) {
  return (
    <Panel
      title="How strict reviewers are"
      description="The share of criteria each reviewer marked as met, next to what other reviewers’ marks of the same criteria suggest. Some differences are just chance. This doesn’t affect pay, offers, or results."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="analytics-table" aria-label="How strict reviewers are, table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Reviewer</th>
              <th scope="col">Met</th>
              <th scope="col">Expected</th>
              <th scope="col">Difference</th>
              <th scope="col">p</th>
            </tr>
          </thead>
          <tbody>
            {reviewers.map((reviewer) => (
              <tr key={reviewer.user_id}>
                <th scope="row">{`${reviewer.first_name} ${reviewer.last_name}`}</th>
                <td className="figures">{`${reviewer.achieved} of ${reviewer.marks}`}</td>
                <td className="figures">{reviewer.expected.toFixed(1)}</td>
                <td className="figures">{severityWords(reviewer)}</td>
                <td className="figures">{reviewer.p === undefined ? "–" : reviewer.p.toFixed(3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
