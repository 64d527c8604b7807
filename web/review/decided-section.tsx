import type { JobDetail, JobSection } from "../../shared/review/job-views.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { judgementOf, judgementPlace } from "../content/calibration/judgement.ts";
import { Rubric } from "../content/credential/rubric.tsx";
import { ScoreMeter } from "../content/review/grading/decision-bar.tsx";
import { useKeys } from "../content/review/grading/grading-keys.tsx";
import { SectionState } from "../content/review/section-strip.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { draftAt } from "../ui/forms/drafts.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { counted, dateTime } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { LightButton, LightMessage } from "../ui/look/light.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { Icon } from "../ui/look/pictures/icon.tsx";
import { RichText } from "../ui/look/rich-text.tsx";

/**
 * The judgement of a section that is decided: marks, score, grade and feedback. Until the round is decided it can be taken
 * back; the form then opens with it, to be changed.
 */
export function DecidedSection({
  job,
  section,
  keysOn,
  onUndone,
}: {
  readonly job: JobDetail;
  readonly section: JobSection;
  readonly keysOn: boolean;
  readonly onUndone: () => void;
}) {
  const { rubric_ext: table, section_rubric: result } = section;
  const { organization_id, credential_job_id } = job;
  const { credential_section_id } = section;
  const undo = useSubmit<void, unknown>({
    send: () => write(api.review.undoSection, { organization_id, credential_job_id, credential_section_id }),
    onDone: () => {
      draftAt(judgementPlace(job, section)).keep(judgementOf(section));
      flash("success", "Decision undone. You can decide again.");
      onUndone();
    },
    explain: unforeseen,
  });
  useKeys(keysOn && section.undoable, { u: () => void undo.submit() });
  return (
    <div className="grading-judgement">
      <Panel
        title="Your review"
        description={section.reviewed_on ? `Reviewed ${dateTime(section.reviewed_on)}` : undefined}
        actions={
          <span className="decided-state">
            <SectionState status={section.status} />
            {section.undoable ? (
              <LightButton busy={undo.pending} onClick={() => void undo.submit()}>
                Undo
              </LightButton>
            ) : null}
          </span>
        }
      >
        <Stack gap="l">
          {undo.fault ? <LightMessage kind="error">{undo.fault}</LightMessage> : null}
          {section.undoable ? (
            <p className="job-soft">
              Only you can see this. The learner gets all results together once every section is decided.
            </p>
          ) : null}
          <KeyValues
            columns={1}
            items={[
              { label: "Grade", value: <span className="decided-grade">{section.grade || "–"}</span> },
              { label: "Feedback", value: section.feedback ? <RichText html={section.feedback} /> : "No feedback." },
            ]}
          />
          {table && result ? (
            <ScoreMeter
              score={{ ...result, making_progress: table.making_progress, completed: table.completed }}
              marked={0}
              toMark={0}
            />
          ) : null}
        </Stack>
      </Panel>
      <Panel title="Rubric">
        {table && result ? (
          <ul className="marks decided-marks">
            {table.criteria.map(({ criteria_id, criteria, score, achieved, notachieved }) => {
              const mark = result.marks.find((each) => each.criteria_id === criteria_id);
              const passed = mark?.achieved === true;
              return (
                <li key={criteria_id} className="mark">
                  <p className="mark-name">
                    {criteria}
                    <span className="mark-points figures">
                      {passed ? score : 0} of {counted(score, "point")}
                    </span>
                  </p>
                  <p className="decided-mark">
                    <span className={passed ? "mark-passing" : "mark-failing"}>
                      <Icon name={passed ? "circleCheck" : "circleCross"} />
                      <span className="visually-hidden">{passed ? "Passing" : "Not passing"}</span>
                    </span>
                    <span>{passed ? achieved : notachieved}</span>
                  </p>
                  {mark?.comment ? <p className="mark-last mark-said">{mark.comment}</p> : null}
                </li>
              );
            })}
          </ul>
        ) : (
          <Rubric rubric={section.rubric} rubric_ext={table} />
        )}
      </Panel>
    </div>
  );
}
