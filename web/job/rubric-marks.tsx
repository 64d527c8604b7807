import Icon from "@cloudscape-design/components/icon";
import { useId } from "react";
import type { RubricExt } from "../../shared/credential/credential.ts";
import type { CriterionMark } from "../../shared/submission/submission.ts";
import { counted } from "../ui/format.ts";

const sides = [
  { achieved: true, words: "Passing", icon: "status-positive", kind: "passing" },
  { achieved: false, words: "Not passing", icon: "status-negative", kind: "failing" },
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
          <Icon name="status-negative" variant="error" /> {error}
        </p>
      ) : null}
      {criteria.map(({ criteria_id, criteria: name, score, achieved, notachieved }, index) => {
        const marked = marks[criteria_id];
        const last = former?.find((mark) => mark.criteria_id === criteria_id);
        const missing = error !== undefined && marked === undefined;
        return (
          <fieldset
            key={criteria_id}
            className={["mark", index === at ? "mark-current" : "", missing ? "mark-missing" : ""].join(" ").trim()}
            onFocus={() => onFocus(index)}
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
                      type="radio"
                      name={`${group} ${criteria_id}`}
                      checked={marked === side.achieved}
                      onChange={() => onMark(index, side.achieved)}
                    />
                    <Icon name={side.icon} variant={side.achieved ? "success" : "error"} /> {side.words}
                  </span>
                  <span className="mark-text">{side.achieved ? achieved : notachieved}</span>
                </label>
              ))}
            </div>
            {last ? <p className="mark-last">Last round: {last.achieved ? "passing" : "not passing"}</p> : null}
          </fieldset>
        );
      })}
    </div>
  );
}
