import type { AnchorMark, KeyedSection } from "../../shared/job/anchor.ts";
import type { RubricSection } from "../../shared/job/calibration-calls.ts";
import { StatusText } from "../ui/status-text.tsx";
import { markWords, verdictWords } from "./anchor-sections.tsx";
import "./job.css";

/** What is right for an anchor and why, by section; beside what somebody said of it. */
export function KeyTable({
  sections,
  answer,
  said,
  saidBy,
  of = "key",
}: {
  readonly sections: readonly RubricSection[];
  readonly answer: readonly KeyedSection[];
  readonly said: readonly AnchorMark[] | undefined;
  /** Whose that is, at the head of its column. */
  readonly saidBy: string;
  /** Tells its tables from others on the page. */
  readonly of?: string;
}) {
  return sections.map(({ section_id, title, criteria }) => {
    const right = answer.find((each) => each.section_id === section_id);
    const theirs = said?.find((each) => each.section_id === section_id);
    const isSameVerdict = theirs?.status === right?.status;
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone is reached by keyboard
      <section key={section_id} className="opinions-table" aria-label={`${title}, ${of}`} tabIndex={0}>
        <table className="opinions">
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {theirs ? <th scope="col">{saidBy}</th> : null}
              <th scope="col">Key</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {criteria.map(({ criteria_id, criteria: name }) => {
              const mark = right?.marks.find((each) => each.criteria_id === criteria_id);
              const own = theirs?.marks.find((each) => each.criteria_id === criteria_id);
              return (
                <tr key={criteria_id}>
                  <th scope="row">{name}</th>
                  {theirs ? <Said words={markWords(own?.achieved)} same={own?.achieved === mark?.achieved} /> : null}
                  <td>{markWords(mark?.achieved)}</td>
                  <td>{mark?.reason}</td>
                </tr>
              );
            })}
            <tr>
              <th scope="row">Decision</th>
              {theirs ? <Said words={verdictWords[theirs.status]} same={isSameVerdict} /> : null}
              <td>{right ? verdictWords[right.status] : "–"}</td>
              <td />
            </tr>
          </tbody>
        </table>
      </section>
    );
  });
}

function Said({ words, same }: { readonly words: string; readonly same: boolean }) {
  return (
    <td>
      <StatusText kind={same ? "success" : "error"}>
        {words}
        {same ? null : <span className="visually-hidden"> (differs from the key)</span>}
      </StatusText>
    </td>
  );
}
