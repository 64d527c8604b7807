import type { AnchorMark, KeyedSection } from "../../shared/calibration/anchor.ts";
import type { RubricSection } from "../../shared/calibration/calls.ts";
import { MarksTable } from "../content/review/marks-table.tsx";
import { StatusText } from "../ui/look/status-text.tsx";
import { markWords, verdictWords } from "./anchor-sections.tsx";

/** What is right for an anchor and why, by section; beside what somebody said of it. */
export function KeyTable({
  sections,
  answer,
  said,
  saidBy,
  right = "Key",
  of = "key",
}: {
  readonly sections: readonly RubricSection[];
  readonly answer: readonly KeyedSection[];
  readonly said: readonly AnchorMark[] | undefined;
  /** Whose that is, at the head of its column. */
  readonly saidBy: string;
  /** The head of what is right. */
  readonly right?: string;
  /** Tells its tables from others on the page. */
  readonly of?: string;
}) {
  return sections.map(({ section_id, title, criteria }) => {
    const keyed = answer.find((each) => each.section_id === section_id);
    const theirs = said?.find((each) => each.section_id === section_id);
    return (
      <section key={section_id} aria-label={`${title}, ${of}`}>
        <h3>{title}</h3>
        <MarksTable
          label={`${title}, ${of}, marks`}
          columns={[...(theirs ? [saidBy] : []), right, "Why"]}
          rows={[
            ...criteria.map(({ criteria_id: id, criteria: name }) => {
              const mark = keyed?.marks.find((each) => each.criteria_id === id);
              const own = theirs?.marks.find((each) => each.criteria_id === id);
              const isSame = own?.achieved === mark?.achieved;
              return {
                id,
                name,
                cells: [
                  ...(theirs ? [<Mark key="said" words={markWords(own?.achieved)} same={isSame} />] : []),
                  markWords(mark?.achieved),
                  mark?.reason,
                ],
              };
            }),
            {
              id: "decision",
              name: "Decision",
              cells: [
                ...(theirs
                  ? [<Mark key="said" words={verdictWords[theirs.status]} same={theirs.status === keyed?.status} />]
                  : []),
                keyed ? verdictWords[keyed.status] : "–",
              ],
            },
          ]}
        />
      </section>
    );
  });
}

function Mark({ words, same }: { readonly words: string; readonly same: boolean }) {
  return (
    <span className="marks-said">
      {words}
      {same ? null : <StatusText kind="warning">Differs</StatusText>}
    </span>
  );
}
