import { isBlank } from "../../../shared/http/text.ts";
import type { SubmissionSection } from "../../../shared/submission/submission-views.ts";
import { counted, date } from "../../ui/look/format.ts";
import { KeyValues } from "../../ui/look/key-values.tsx";
import { Icon } from "../../ui/look/pictures/icon.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { SectionStatus } from "./status.tsx";
import "./work.css";

const progressWords = {
  not_yet: "Not yet",
  making_progress: "Making Progress",
  completed: "Completed",
} as const;

type Reviewed = Pick<
  SubmissionSection,
  "title" | "grade" | "feedback" | "section_rubric" | "rubric_ext" | "reviewed_on" | "status" | "issuer_decision"
>;

/** Whether a reviewer has said anything about a section. */
export const isReviewed = ({ reviewed_on }: SubmissionSection): boolean => reviewed_on !== undefined;

/** Reviewer feedback of a section: grade, points, the mark on each criterion and the feedback. */
export function ReviewShown({
  section,
  statusAbove = false,
}: {
  readonly section: Reviewed;
  /** The section's own heading already says where it stands. */
  readonly statusAbove?: boolean;
}) {
  const { title, grade, feedback, section_rubric, rubric_ext, reviewed_on, status, issuer_decision } = section;
  const marks = new Map(section_rubric?.marks.map((mark) => [mark.criteria_id, mark]));
  const criteria = (rubric_ext?.criteria ?? []).filter(({ criteria_id }) => marks.has(criteria_id));
  const decided = status === "accepted" || status === "rejected";
  return (
    <section className={status === "accepted" ? "review review-accepted" : "review"} aria-label={`Review of ${title}`}>
      <header className="review-head">
        <h3>{decided ? "Reviewer feedback" : "Last round’s feedback"}</h3>
        {decided && !statusAbove ? <SectionStatus status={status} /> : null}
      </header>
      <KeyValues
        columns={3}
        items={[
          { label: "Grade", value: grade || "–" },
          ...(section_rubric && section_rubric.maximum > 0
            ? [{ label: "Score", value: scoreWords(section_rubric) }]
            : []),
          { label: "Reviewed on", value: date(reviewed_on) },
        ]}
      />
      {criteria.length > 0 ? (
        <ul className="review-marks">
          {criteria.map(({ criteria_id, criteria: name, achieved, notachieved, score }) => {
            const { achieved: passes = false, comment } = marks.get(criteria_id) ?? {};
            return (
              <li key={criteria_id}>
                <span
                  className={passes ? "status-success" : "status-error"}
                  role="img"
                  aria-label={passes ? "Passing" : "Not passing"}
                >
                  <Icon name={passes ? "circleCheck" : "circleCross"} />
                </span>
                <span>
                  <b>{name}</b>: {passes ? achieved : notachieved}
                  {comment ? <span className="review-comment">{comment}</span> : null}
                </span>
                <span className="review-points figures">
                  {passes ? score : 0} of {score}
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
      {feedback && !isBlank(feedback) ? (
        <div className="review-feedback">
          <h4>Feedback</h4>
          <RichText html={feedback} />
        </div>
      ) : null}
      {issuer_decision ? (
        <div className="review-feedback">
          <h4>Decided by the issuer</h4>
          <p className="work-plain">
            {issuer_decision.reason ?? "The reviewers’ decision and their marks didn’t match, so the issuer decided."}
          </p>
        </div>
      ) : null}
    </section>
  );
}

const scoreWords = ({ earned, maximum, progress }: NonNullable<Reviewed["section_rubric"]>): string =>
  `${earned} of ${counted(maximum, "point")} · ${progressWords[progress]}`;
