import { type ReactNode, type Ref, useId } from "react";
import type { RubricExt } from "../../../shared/credential/credential.ts";
import type { CriterionMark } from "../../../shared/submission/submission.ts";
import { counted } from "../../ui/look/format.ts";
import { Icon } from "../../ui/look/icon.tsx";

const sides = [
  { achieved: true, words: "Passing", icon: "circleCheck", kind: "passing" },
  { achieved: false, words: "Not passing", icon: "circleCross", kind: "failing" },
] as const;

/** Every criterion with its passing and not-passing text side by side; one of the two is marked. */
export function RubricMarks({
  criteria,
  marks,
  former,
  at,
  error,
  onFocus,
  onMark,
}: {
  readonly criteria: RubricExt["criteria"];
  readonly marks: Readonly<Record<string, boolean>>;
  /** The marks of the round before. */
  readonly former?: readonly CriterionMark[] | undefined;
  /** The criterion the keys act on. */
  readonly at: number;
  readonly error: string | undefined;
  readonly onFocus: (index: number) => void;
  readonly onMark: (index: number, achieved: boolean) => void;
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
            {last ? <p className="mark-last">Last round: {last.achieved ? "passing" : "not passing"}</p> : null}
          </MarkedCriterion>
        );
      })}
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
