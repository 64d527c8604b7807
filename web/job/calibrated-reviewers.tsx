import { useSuspenseQuery } from "@tanstack/react-query";
import { agreementOf } from "../../shared/job/calibration.ts";
import type { SeededOutcome } from "../../shared/job/calibration-calls.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { date } from "../ui/format.ts";
import { Nothing } from "../ui/list-states.tsx";
import { Panel } from "../ui/panel.tsx";
import { StatusText } from "../ui/status-text.tsx";
import { rightOf, StandingText } from "./standing.tsx";
import "../organization/analytics.css";

/** Which of a credential's reviewers are calibrated, for its admins. */
export function CalibratedReviewers({ credential_id }: { readonly credential_id: string }) {
  const { organization_id } = useSession();
  const { data } = useSuspenseQuery(api.job.listCalibrations.query({ organization_id, credential_id }));
  if (!data.required) return null;
  return (
    <Panel title="Calibrated reviewers" description="Only they can accept this credential’s jobs.">
      {data.reviewers.length === 0 ? (
        <Nothing title="No reviewers yet" text="Choose reviewers for this credential first." />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="analytics-table" aria-label="Calibrated reviewers, table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Reviewer</th>
                <th scope="col">Status</th>
                <th scope="col">Tries</th>
                <th scope="col">Latest marks right</th>
                <th scope="col">Finished</th>
                {data.seeded_anchors ? <th scope="col">Sample work among jobs</th> : null}
              </tr>
            </thead>
            <tbody>
              {data.reviewers.map(({ user_id, first_name, last_name, standing, tries, latest, seeded }) => (
                <tr key={user_id}>
                  <th scope="row">{`${first_name} ${last_name}`}</th>
                  <td>
                    <StandingText standing={standing} />
                  </td>
                  <td className="figures">{tries}</td>
                  <td className="figures">{latest?.score ? rightOf(agreementOf(latest.score)) : "–"}</td>
                  <td className="figures">{date(latest?.finished_on) || "–"}</td>
                  {data.seeded_anchors ? (
                    <td>
                      <SeededText seeded={seeded} />
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  );
}

/** How a reviewer marked the anchors among their jobs; what that suggests is for people to decide. */
function SeededText({ seeded }: { readonly seeded: SeededOutcome | undefined }) {
  if (!seeded) return "–";
  const { finished, failed, latest, flag } = seeded;
  return (
    <>
      {rightOf({ right: finished - failed, of: finished })} marked well
      {latest.score ? `, latest ${rightOf(agreementOf(latest.score))} marks right` : ""}
      {flag === "watch" ? <StatusText kind="warning">Worth a look</StatusText> : null}
      {flag === "probation" ? <StatusText kind="warning">Missed two in a row</StatusText> : null}
    </>
  );
}
