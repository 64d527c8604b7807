import { type ReactNode, type Ref, useId, useState } from "react";
import type { RubricExt } from "../../../../shared/credential/credential.ts";
import { criterionCommentMax } from "../../../../shared/review/rules.ts";
import type { CriterionMark } from "../../../../shared/submission/submission.ts";
import { LightTextArea } from "../../../ui/forms/light-group.tsx";
import { counted } from "../../../ui/look/format.ts";
import { Icon } from "../../../ui/look/pictures/icon.tsx";

const sides = [
  { achieved: true, words: "Passing", icon: "circleCheck", kind: "passing" },
  { achieved: false, words: "Not passing", icon: "circleCross", kind: "failing" },
] as const;

/** What is wrong with a comment on a criterion. */
export const commentFault = (comment: string): string | undefined =>
  comment.length > criterionCommentMax ? `At most ${criterionCommentMax} characters.` : undefined;

/** Every criterion with its passing and not-passing text side by side; one of the two is marked, and may be commented. */
export function RubricMarks({
  criteria,
  marks,
  comments,
  former,
  at,
  error,
  onFocus,
  onMark,
  onComment,
  reuse,
}: {
  readonly criteria: RubricExt["criteria"];
  readonly marks: Readonly<Record<string, boolean>>;
  readonly comments: Readonly<Record<string, string>>;
  /** The marks of the round before. */
  readonly former?: readonly CriterionMark[] | undefined;
  /** The criterion the keys act on. */
  readonly at: number;
  readonly error: string | undefined;
  readonly onFocus: (index: number) => void;
  readonly onMark: (index: number, achieved: boolean) => void;
  readonly onComment: (criteria_id: string, comment: string) => void;
  /** The way to kept comments, which stand below an opened comment. */
  readonly reuse: ((comment: string, onChange: (comment: string) => void) => ReactNode) | undefined;
}) {
  const group = useId();
  return (
    <div className="marks">
      {error ? (
        <p className="marks-error" role="alert">
          <Icon name="circleCross" /> {error}
        </p>
      ) : null}
      {criteria.map((criterion, index) => {
        const marked = marks[criterion.criteria_id];
        const last = former?.find((mark) => mark.criteria_id === criterion.criteria_id);
        return (
          <MarkedCriterion
            key={criterion.criteria_id}
            criterion={criterion}
            group={group}
            marked={marked}
            current={index === at}
            missing={error !== undefined && marked === undefined}
            onFocus={() => onFocus(index)}
            onMark={(achieved) => onMark(index, achieved)}
          >
            {last ? (
              <p className="mark-last">
                Last round: {last.achieved ? "passing" : "not passing"}
                {last.comment ? `, “${last.comment}”` : null}
              </p>
            ) : null}
            <CriterionComment
              of={criterion.criteria}
              comment={comments[criterion.criteria_id] ?? ""}
              onChange={(comment) => onComment(criterion.criteria_id, comment)}
              reuse={reuse}
            />
          </MarkedCriterion>
        );
      })}
    </div>
  );
}

/** What is said of one criterion: a button until something is written. */
function CriterionComment({
  of,
  comment,
  onChange,
  reuse,
}: {
  /** The criterion's name. */
  readonly of: string;
  readonly comment: string;
  readonly onChange: (comment: string) => void;
  readonly reuse: Parameters<typeof RubricMarks>[0]["reuse"];
}) {
  const [opened, setOpened] = useState(false);
  return (
    <div className="mark-comment">
      {opened || comment !== "" ? (
        <>
          <LightTextArea
            label="Comment"
            hint="The learner sees this beside the criterion."
            rows={2}
            autoFocus={opened}
            value={comment}
            error={commentFault(comment)}
            onChange={({ target }) => onChange(target.value)}
          />
          {reuse?.(comment, onChange)}
        </>
      ) : (
        <button type="button" className="text-button" aria-label={`Comment on ${of}`} onClick={() => setOpened(true)}>
          Comment
        </button>
      )}
    </div>
  );
}

/** A criterion with its two texts side by side, and what is said of it below. */
export function MarkedCriterion({
  criterion: { criteria_id, criteria: name, score, achieved, notachieved },
  group,
  marked,
  current = false,
  missing,
  control,
  onFocus,
  onMark,
  children,
}: {
  readonly criterion: RubricExt["criteria"][number];
  /** Tells its buttons from those of the same criterion elsewhere on the page. */
  readonly group: string;
  readonly marked: boolean | undefined;
  /** The keys act on it. */
  readonly current?: boolean;
  readonly missing: boolean;
  readonly control?: Ref<HTMLInputElement>;
  readonly onFocus?: () => void;
  readonly onMark: (achieved: boolean) => void;
  readonly children?: ReactNode;
}) {
  return (
    <fieldset
      className={["mark", current ? "mark-current" : "", missing ? "mark-missing" : ""].join(" ").trim()}
      onFocus={onFocus}
    >
      <legend className="mark-name">
        {name}
        <span className="mark-points figures">{counted(score, "point")}</span>
      </legend>
      <div className="mark-sides">
        {sides.map((side) => (
          <label key={side.kind} className={`mark-side mark-${side.kind}`}>
            <span className="mark-word">
              <input
                ref={side.achieved ? control : undefined}
                type="radio"
                name={`${group} ${criteria_id}`}
                checked={marked === side.achieved}
                onChange={() => onMark(side.achieved)}
              />
              <Icon name={side.icon} /> {side.words}
            </span>
            <span className="mark-text">{side.achieved ? achieved : notachieved}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
