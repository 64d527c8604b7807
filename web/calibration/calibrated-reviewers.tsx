import { useSuspenseQuery } from "@tanstack/react-query";
import { agreementOf } from "../../shared/calibration/calibration.ts";
import type { SeededOutcome } from "../../shared/calibration/calls.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import { api } from "../api/client.ts";
import { MetricsTable } from "../content/organization/metrics-table.tsx";
import { rightOf, StandingText } from "../content/review/standing.tsx";
import { useSession } from "../session/session.tsx";
import { Nothing } from "../ui/lists/list-states.tsx";
import { date } from "../ui/look/format.ts";
import { Panel } from "../ui/look/panel.tsx";
import { StatusText } from "../ui/look/status-text.tsx";

/** Which of a credential's reviewers are calibrated, for its admins. */
export function CalibratedReviewers({ credential_id }: { readonly credential_id: string }) {
  const { organization_id } = useSession();
  const { data } = useSuspenseQuery(api.calibration.list.query({ organization_id, credential_id }));
  if (!data.required) return null;
  return (
    <Panel title="Calibrated reviewers" description="Only they can accept this credential’s jobs.">
      {data.reviewers.length === 0 ? (
        <Nothing title="No reviewers yet" text="Choose reviewers for this credential first." />
      ) : (
        <MetricsTable
          title="Calibrated reviewers"
          heading="Reviewer"
          columns={[
            { name: "Status", text: true },
            { name: "Tries" },
            { name: "Latest marks right" },
            { name: "Finished" },
            ...(data.seeded_anchors ? [{ name: "Sample work among jobs", text: true }] : []),
          ]}
          rows={data.reviewers.map(({ user_id, standing, tries, latest, seeded, ...reviewer }) => ({
            id: user_id,
            name: fullName(reviewer),
            cells: [
              <StandingText key="standing" standing={standing} />,
              tries,
              latest?.score ? rightOf(agreementOf(latest.score)) : "–",
              date(latest?.finished_on) || "–",
              <SeededText key="seeded" seeded={seeded} />,
            ],
          }))}
        />
      )}
    </Panel>
  );
}

/** How a reviewer marked the anchors among their jobs; what that suggests is for people to decide. */
function SeededText({ seeded }: { readonly seeded: SeededOutcome | undefined }) {
  if (!seeded) return "–";
  const { finished, failed, latest, flag } = seeded;
  return (
    <span>
      {rightOf({ right: finished - failed, of: finished })} marked well
      {latest.score ? `, latest ${rightOf(agreementOf(latest.score))} marks right` : ""}
      {flag === "watch" ? <StatusText kind="warning">Worth a look</StatusText> : null}
      {flag === "probation" ? <StatusText kind="warning">Missed two in a row</StatusText> : null}
    </span>
  );
}
