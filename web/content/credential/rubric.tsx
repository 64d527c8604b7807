import type { Section } from "../../../shared/credential/credential.ts";
import { counted } from "../../ui/look/format.ts";
import { Icon } from "../../ui/look/pictures/icon.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import "./credential.css";

/** How a section is judged: a text, or each criterion with what passes and what does not. */
export function Rubric({ rubric, rubric_ext }: Pick<Section, "rubric" | "rubric_ext">) {
  if (!rubric_ext) return <RichText html={rubric} />;
  const { criteria, making_progress, completed } = rubric_ext;
  const total = criteria.reduce((sum, { score }) => sum + score, 0);
  return (
    <div className="rubric">
      <ol className="rubric-list">
        {criteria.map(({ criteria_id, criteria: name, achieved, notachieved, score }) => (
          <li key={criteria_id} className="rubric-criterion">
            <p className="rubric-name">
              {name} <span className="rubric-points figures">{counted(score, "point")}</span>
            </p>
            <p className="rubric-side rubric-passing">
              <span className="status-success" role="img" aria-label="Passing">
                <Icon name="circleCheck" />
              </span>
              <span>{achieved}</span>
            </p>
            <p className="rubric-side rubric-failing">
              <span className="status-error" role="img" aria-label="Not passing">
                <Icon name="circleCross" />
              </span>
              <span>{notachieved}</span>
            </p>
          </li>
        ))}
      </ol>
      {total > 0 ? (
        <p className="rubric-minimums">
          {counted(total, "point")} total. Completed at <b>{completed}</b>
          {making_progress > 0 ? (
            <>
              , Making Progress at <b>{making_progress}</b>
            </>
          ) : null}
          .
        </p>
      ) : null}
    </div>
  );
}
