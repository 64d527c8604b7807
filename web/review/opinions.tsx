import { isBlank } from "../../shared/http/text.ts";
import type { AdjudicatedSection, Opinion } from "../../shared/review/adjudication-calls.ts";
import { MarksTable } from "../content/review/marks-table.tsx";
import { KeyValues } from "../ui/look/key-values.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { RichText } from "../ui/look/rich-text.tsx";
import { StatusText } from "../ui/look/status-text.tsx";

/** The seats of a round as who decides reads of them: never who had one. */
export const seatWords: Readonly<Record<Opinion["seat"], string>> = {
  first: "First reviewer",
  second: "Second reviewer",
  third: "Third reviewer",
  appeal: "Appeal reviewer",
};
const bandWords = { not_yet: "Not yet", making_progress: "Making Progress", completed: "Completed" } as const;

/** A verdict in words with a sign. */
export const verdictText = (status: Opinion["status"]) => (
  <StatusText kind={status === "accepted" ? "success" : "stopped"}>
    {status === "accepted" ? "Approved" : "Sent back"}
  </StatusText>
);

/** A section's criteria with the mark of each reviewer beside the others', their points and their words. */
export function Opinions({
  section: { title, rubric_ext, opinions, majority },
}: {
  readonly section: AdjudicatedSection;
}) {
  const columns = [
    ...opinions.map((each) => ({ ...each, name: seatWords[each.seat] })),
    ...(majority ? [{ ...majority, name: "Majority" }] : []),
  ];
  return (
    <Panel title="Reviews" description="Who the reviewers are isn’t shown.">
      <Stack gap="l">
        <MarksTable
          label={`${title}, marks`}
          columns={columns.map(({ name }) => name)}
          rows={[
            { id: "decision", name: "Decision", cells: columns.map(({ status }) => verdictText(status)) },
            ...(rubric_ext
              ? [
                  {
                    id: "points",
                    name: "Points",
                    cells: columns.map(({ section_rubric }) =>
                      section_rubric
                        ? `${section_rubric.earned} of ${section_rubric.maximum}, ${bandWords[section_rubric.progress]}`
                        : "–",
                    ),
                  },
                ]
              : []),
            ...(rubric_ext?.criteria ?? []).map(({ criteria_id: id, criteria }) => ({
              id,
              name: criteria,
              cells: columns.map(({ section_rubric }) =>
                section_rubric?.marks.some((mark) => mark.criteria_id === id && mark.achieved)
                  ? "Passing"
                  : "Not passing",
              ),
            })),
          ]}
        />
        {opinions.map(({ seat: from, grade, feedback, section_rubric }) => {
          const said = (rubric_ext?.criteria ?? []).flatMap(({ criteria_id, criteria }) => {
            const { comment } = section_rubric?.marks.find((mark) => mark.criteria_id === criteria_id) ?? {};
            return comment ? [{ label: criteria, value: comment }] : [];
          });
          return (
            <section key={from} className="grading-former">
              <h3>
                {seatWords[from]}, grade {grade}
              </h3>
              {isBlank(feedback) ? <p className="job-soft">No feedback.</p> : <RichText html={feedback} />}
              {said.length > 0 ? <KeyValues columns={1} items={said} /> : null}
            </section>
          );
        })}
      </Stack>
    </Panel>
  );
}
