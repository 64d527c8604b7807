import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import * as z from "zod";
import { type AdjudicatedSection, adjudicate, type Opinion } from "../../shared/review/adjudication-calls.ts";
import { api } from "../api/client.ts";
import { MarksTable } from "../content/review/marks-table.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { RadioField } from "../ui/forms/radio-field.tsx";
import { RichTextField } from "../ui/forms/rich-text-field.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { RichText } from "../ui/look/rich-text.tsx";
import { StatusText } from "../ui/look/status-text.tsx";

/** A job whose round may wait for a decision. */
export interface AdjudicatedJob {
  readonly credential_job_id: string;
  readonly organization_id: string;
}

const seatWords: Readonly<Record<Opinion["seat"], string>> = {
  first: "First reviewer",
  second: "Second reviewer",
  third: "Third reviewer",
  appeal: "Appeal reviewer",
};
const bandWords = { not_yet: "Not yet", making_progress: "Making Progress", completed: "Completed" } as const;

const { reason } = adjudicate.input.shape;
const forSeat = z.object({ seat: z.enum(["first", "second"], "Choose whose results count."), reason });
const forVerdicts = z.object({
  verdicts: z.array(
    z.object({
      section_id: z.string(),
      status: z.enum(["accepted", "rejected"], "Decide every section."),
      feedback: z.string(),
    }),
  ),
  reason,
});

/** What the reviewers of a round say, and the decision that an admin owes it; nothing where none is waited for. */
export default function JobAdjudication({ job }: { readonly job: AdjudicatedJob }) {
  const { credential_job_id, organization_id } = job;
  const { data } = useSuspenseQuery(api.review.readAdjudication.query({ credential_job_id, organization_id }));
  if (data.because === undefined) return null;
  const isContradiction = data.because === "contradiction";
  const isAppeal = data.sections.some(({ opinions }) => opinions.some(({ seat }) => seat === "appeal"));
  return (
    <Panel title="Your decision" description="Only admins see this. The learner gets the result once you decide.">
      <SpaceBetween size="l">
        <p>
          {isContradiction
            ? `${isAppeal ? "The appeal reviewer" : "Most reviewers"} made a decision that doesn’t match the points they gave. Confirm it, or choose the other one.`
            : "The first two reviewers disagree, and no third reviewer accepted the job in time. Choose whose results count."}
        </p>
        {data.sections.map((section) => (
          <Opinions key={section.section_id} section={section} />
        ))}
        {isContradiction ? <VerdictForm job={job} sections={data.sections} /> : <SeatForm job={job} />}
      </SpaceBetween>
    </Panel>
  );
}

const verdictText = (status: Opinion["status"]) => (
  <StatusText kind={status === "accepted" ? "success" : "stopped"}>
    {status === "accepted" ? "Approved" : "Sent back"}
  </StatusText>
);

/** A section's criteria with the mark of each reviewer beside the others', their points and their words. */
function Opinions({ section: { title, rubric_ext, opinions, majority } }: { readonly section: AdjudicatedSection }) {
  const columns = [
    ...opinions.map((each) => ({ ...each, name: seatWords[each.seat] })),
    ...(majority ? [{ ...majority, name: "Majority" }] : []),
  ];
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <MarksTable
        label={`${title}, marks`}
        columns={columns.map(({ name }) => name)}
        rows={[
          ...(rubric_ext?.criteria ?? []).map(({ criteria_id: id, criteria }) => ({
            id,
            name: criteria,
            cells: columns.map(({ section_rubric }) =>
              section_rubric?.marks.some((mark) => mark.criteria_id === id && mark.achieved)
                ? "Passing"
                : "Not passing",
            ),
          })),
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
          { id: "decision", name: "Decision", cells: columns.map(({ status }) => verdictText(status)) },
        ]}
      />
      {opinions.map(({ seat: from, grade, feedback }) => (
        <div key={from}>
          <h4>
            {seatWords[from]}, grade {grade}
          </h4>
          <RichText html={feedback} />
        </div>
      ))}
    </section>
  );
}

const ReasonField = ({ told }: { readonly told: boolean }) => (
  <TextAreaField
    name="reason"
    label="Reason"
    constraint={told ? "The learner sees this." : "Only admins see this."}
    lengthMax={500}
    rows={3}
  />
);
const told = () => flash("success", "Decision made. The learner gets the results.");

/** Whose results count, where there are two. */
function SeatForm({ job: { credential_job_id, organization_id } }: { readonly job: AdjudicatedJob }) {
  return (
    <CallForm
      send={api.review.adjudicate}
      schema={forSeat as z.ZodType<z.output<typeof forSeat>, { seat: "first" | "second" | null; reason: string }>}
      values={{ seat: null, reason: "" }}
      toInput={(decision) => ({ credential_job_id, organization_id, ...decision })}
      submit="Decide"
      onDone={told}
    >
      <RadioField
        name="seat"
        label="Whose results count?"
        items={(["first", "second"] as const).map((value) => ({ value, label: seatWords[value] }))}
      />
      <ReasonField told={false} />
    </CallForm>
  );
}

interface Verdicts {
  readonly verdicts: readonly { section_id: string; status: "accepted" | "rejected" | null; feedback: string }[];
  readonly reason: string;
}

/** A verdict on each section whose marks contradict the majority's, or the appeal's. */
function VerdictForm({
  job: { credential_job_id, organization_id },
  sections,
}: {
  readonly job: AdjudicatedJob;
  readonly sections: readonly AdjudicatedSection[];
}) {
  return (
    <CallForm
      send={api.review.adjudicate}
      schema={forVerdicts as unknown as z.ZodType<z.output<typeof forVerdicts>, Verdicts>}
      values={{ verdicts: sections.map(({ section_id }) => ({ section_id, status: null, feedback: "" })), reason: "" }}
      toInput={(decision) => ({ credential_job_id, organization_id, ...decision, reason_told: true as const })}
      submit="Decide"
      onDone={told}
    >
      {sections.map((section, index) => (
        <VerdictFields key={section.section_id} section={section} index={index} />
      ))}
      <ReasonField told />
    </CallForm>
  );
}

function VerdictFields({ section, index }: { readonly section: AdjudicatedSection; readonly index: number }) {
  const status = useWatch<Verdicts>().verdicts?.[index]?.status;
  const isSaid = section.opinions.some((each) => each.status === status);
  return (
    <SpaceBetween size="m">
      <RadioField
        name={`verdicts.${index}.status`}
        label={`Decision on “${section.title}”`}
        items={[
          { value: "accepted", label: "Approve" },
          { value: "rejected", label: "Send back" },
        ]}
      />
      {status === "rejected" && !isSaid ? (
        <RichTextField name={`verdicts.${index}.feedback`} label="Feedback for the learner" />
      ) : null}
    </SpaceBetween>
  );
}
