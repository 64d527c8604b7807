import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import { Link } from "react-router";
import { agreementOf, anchorSetLimits, passLimits, tryLimits } from "../../shared/calibration/calibration.ts";
import type { Practice } from "../../shared/calibration/calls.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { rightOf } from "../content/review/standing.tsx";
import { useSession } from "../session/session.tsx";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { date } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { useKeep } from "./keep-practice.ts";

/** What practice is, how the latest try went, and the way to the next. */
export function Where({ data }: { readonly data: Practice }) {
  const keep = useKeep();
  const { organization_id } = useSession();
  const { credential_id, standing, tries, weak } = data;
  const { submit, pending, fault } = useSubmit<void, Practice>({
    send: () => write(api.calibration.start, { organization_id, credential_id }),
    onDone: (answer) => {
      keep(answer);
      scrollTo({ top: 0 });
    },
    explain: unforeseen,
  });
  const latest = tries.at(-1);
  const isPassed = standing.status === "passed";
  const isPaused = standing.status === "paused";
  return (
    <>
      {fault ? <Alert type="error">{fault}</Alert> : null}
      {isPassed ? (
        <Alert type="success" header={`You passed. Your pass is valid until ${date(standing.expires_on)}.`}>
          You can now accept this credential’s jobs. <Link to={paths.openJobs}>View open jobs</Link>
        </Alert>
      ) : null}
      {standing.status === "failed" ? (
        <Alert type="warning" header="You didn’t pass this time">
          You have one more try, on different work. If you don’t pass that one, you can try again after{" "}
          {tryLimits.pauseDays} days.
        </Alert>
      ) : null}
      {isPaused ? (
        <Alert type="info" header={`You can try again on ${date(standing.retry_on)}`}>
          You didn’t pass your last two tries. Reread the rubric in the meantime.
        </Alert>
      ) : null}
      {latest?.score ? <Score score={latest.score} /> : null}
      {weak.length > 0 ? (
        <Panel
          title="Criteria to look at again"
          description="You marked these wrong at least once, most often first. The same work may come up again, so we don’t show where."
        >
          <ul>
            {weak.map(({ section_id, criteria_id, criteria }) => (
              <li key={`${section_id} ${criteria_id}`}>{criteria}</li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {isPassed ? null : (
        <Panel
          title="Practice before you review"
          actions={
            isPaused ? null : (
              <Button variant="primary" loading={pending} loadingText="Starting" onClick={() => void submit()}>
                {tries.length === 0 ? "Start practice" : "Try again"}
              </Button>
            )
          }
        >
          <ul>
            <li>
              You mark at least {anchorSetLimits.anchorsMin} pieces of sample work with this credential’s rubric.
              Practice is unpaid, and you can stop and come back.
            </li>
            <li>
              You pass if {passLimits.agreementPercentMin}% of your marks are right, including{" "}
              {passLimits.recallPercentMin}% on passing criteria and {passLimits.recallPercentMin}% on not passing ones,
              and at most one decision is wrong.
            </li>
            <li>A pass is valid for {tryLimits.validMonths} months. Once you pass, you see the right marks and why.</li>
          </ul>
        </Panel>
      )}
    </>
  );
}

function Score({ score }: { readonly score: NonNullable<Practice["tries"][number]["score"]> }) {
  return (
    <Panel title="Your latest try">
      <KeyValues
        items={[
          {
            label: "Marks right",
            value: rightOf(agreementOf(score)),
            note: `${passLimits.agreementPercentMin}% to pass`,
          },
          {
            label: "Right on passing criteria",
            value: rightOf(score.achieved),
            note: `${passLimits.recallPercentMin}% to pass`,
          },
          {
            label: "Right on not passing criteria",
            value: rightOf(score.not_achieved),
            note: `${passLimits.recallPercentMin}% to pass`,
          },
          {
            label: "Wrong decisions",
            value: score.verdicts_wrong,
            note: `At most ${passLimits.verdictsWrongMax}`,
          },
        ]}
      />
    </Panel>
  );
}
