import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { isBlank } from "../../shared/http/text.ts";
import type { AdjudicatedSection, Opinion } from "../../shared/review/adjudication-calls.ts";
import type { JobDetail } from "../../shared/review/job-views.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { Rubric } from "../content/credential/rubric.tsx";
import { DecisionBar } from "../content/review/grading/decision-bar.tsx";
import { SectionStrip } from "../content/review/section-strip.tsx";
import { SectionWork } from "../content/review/section-work.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { FormFields } from "../ui/forms/form-fields.tsx";
import { RichTextField } from "../ui/forms/rich-text/rich-text-field.tsx";
import { rules } from "../ui/forms/rules.ts";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { LightButton, LightMessage } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { Opinions, seatWords, verdictText } from "./opinions.tsx";
import "../content/review/grading/grading.css";

type Verdict = Opinion["status"];
const chosenSeats = ["first", "second"] as const;

/** What an admin decides: of each section, or between two reviewers. Nothing is chosen at first. */
interface Decision {
  readonly verdicts: readonly { section_id: string; status: Verdict | null; feedback: string }[];
  readonly seat: (typeof chosenSeats)[number] | null;
  readonly reason: string;
}

/** Whether no reviewer sent a section back, so that the learner would read nothing of why. */
const lacksWords = ({ opinions }: AdjudicatedSection): boolean => opinions.every(({ status }) => status !== "rejected");

/** A round, or an appeal, that an admin decides: the work at the left, what its reviewers said at the right, and one bar. */
export default function Dispute({
  job,
  because,
  sections,
  back,
}: {
  readonly job: JobDetail;
  readonly because: "contradiction" | "noThirdReviewer";
  readonly sections: readonly [AdjudicatedSection, ...AdjudicatedSection[]];
  readonly back: { readonly to: string; readonly text: string };
}) {
  const { credential_job_id, organization_id } = job;
  const isContradiction = because === "contradiction";
  const isAppeal = sections.some(({ opinions }) => opinions.some(({ seat }) => seat === "appeal"));
  const [at, setAt] = useState(0);
  const [asked, setAsked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = sections[at] ?? sections[0];

  const of = useCallForm<Decision, Decision, unknown>({
    values: {
      verdicts: sections.map(({ section_id }) => ({ section_id, status: null, feedback: "" })),
      seat: null,
      reason: "",
    },
    draft: {
      kind: "adjudication",
      about: [credential_job_id, job.round, ...sections.map(({ section_id }) => section_id)].join(" "),
      kept: "device",
      from: "typing",
    },
    resolver: rules<Decision>(({ reason }) => ({ reason: isBlank(reason) ? "Give a reason." : undefined })),
    send: ({ verdicts, seat, reason }) =>
      write(api.review.adjudicate, {
        credential_job_id,
        organization_id,
        reason,
        ...(isContradiction
          ? { verdicts: verdicts.map((each) => ({ ...each, status: each.status! })), reason_told: true as const }
          : { seat: seat! }),
      }),
    onDone: () => {
      scrollTo({ top: 0 });
      flash("success", "Decision made. The learner gets the results.");
    },
  });
  const { form } = of;
  const verdicts = useWatch({ control: form.control, name: "verdicts" });
  const seat = useWatch({ control: form.control, name: "seat" });

  const open = (index: number) => {
    if (sections[index] === undefined) return;
    setAt(index);
    scrollTo({ top: 0 });
    requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }));
  };
  /** The last choice leads to the question whether all of it is meant. */
  const ask = async () => setAsked(await form.trigger("reason", { shouldFocus: true }));
  const chooseVerdict = async (status: Verdict) => {
    of.clear();
    if (status === "rejected" && lacksWords(section) && isBlank(form.getValues(`verdicts.${at}.feedback`))) {
      form.setError(`verdicts.${at}.feedback`, { message: "Feedback required" }, { shouldFocus: true });
      return;
    }
    form.setValue(`verdicts.${at}.status`, status, { shouldDirty: true });
    const next = form.getValues("verdicts").findIndex((each) => each.status === null);
    if (next === -1) await ask();
    else open(next);
  };
  const chooseSeat = async (chosen: NonNullable<Decision["seat"]>) => {
    of.clear();
    form.setValue("seat", chosen, { shouldDirty: true });
    await ask();
  };

  const listed = sections.map((each, index) => ({
    ...each,
    status: verdicts[index]?.status ?? ("submitted" as const),
  }));
  const judged = section.majority?.section_rubric ?? (isAppeal ? section.opinions[0]?.section_rubric : undefined);
  return (
    <>
      <PageHeader title={job.title} description={`Round ${job.round} · Review to decide`} back={back} />
      <FormFields of={of}>
        <Stack gap="m">
          <LightMessage kind="info" header="The reviewers leave this to you">
            {isContradiction
              ? `${isAppeal ? "The appeal reviewer" : "Most reviewers"} made a decision that doesn’t match the points they gave. Confirm it, or choose the other one.`
              : "The first two reviewers disagree, and no third reviewer accepted the job in time. Choose whose results count."}{" "}
            Only admins see this page. It’s recorded that you read the work.
          </LightMessage>
          {of.fault ? <LightMessage kind="error">{of.fault}</LightMessage> : null}
          {sections.length > 1 ? (
            <SectionStrip sections={listed} current={listed[at]} onOpen={(each) => open(listed.indexOf(each))} />
          ) : null}
          <div className="grading">
            <div className="grading-work" key={section.section_id}>
              <SectionWork
                section={{ ...section, status: "submitted" }}
                number={job.sections.findIndex(({ section_id }) => section_id === section.section_id) + 1}
                round={job.round}
                heading={heading}
                promptOpen
              />
              <Panel title="Rubric">
                <Rubric rubric={section.rubric} rubric_ext={section.rubric_ext} />
              </Panel>
            </div>
            <div className="grading-judgement">
              <Opinions section={section} />
              <Panel title="Your decision">
                <Stack gap="l">
                  {isContradiction && lacksWords(section) ? (
                    <RichTextField
                      key={section.section_id}
                      name={`verdicts.${at}.feedback`}
                      label="Feedback for the learner"
                      hint="Required if you send the section back: no reviewer did."
                    />
                  ) : null}
                  <TextAreaField
                    name="reason"
                    label="Reason"
                    constraint={isContradiction ? "The learner sees this." : "Only admins see this."}
                    lengthMax={500}
                    rows={3}
                  />
                </Stack>
              </Panel>
            </div>
            <DecisionBar
              position={`${at + 1} of ${sections.length}`}
              marked={0}
              toMark={0}
              score={section.rubric_ext && judged ? { ...section.rubric_ext, ...judged } : undefined}
              onStep={(by) => open(at + by)}
            >
              {isContradiction ? (
                <>
                  <span data-verdict="reject">
                    <LightButton onClick={() => void chooseVerdict("rejected")}>Send back</LightButton>
                  </span>
                  <LightButton primary onClick={() => void chooseVerdict("accepted")}>
                    Approve
                  </LightButton>
                </>
              ) : (
                chosenSeats.map((each) => (
                  <LightButton key={each} onClick={() => void chooseSeat(each)}>
                    {seatWords[each]}’s results
                  </LightButton>
                ))
              )}
            </DecisionBar>
          </div>
        </Stack>
      </FormFields>
      {asked ? (
        <ConfirmDialog
          title={
            isContradiction || !seat ? `Decide “${job.title}”?` : `Use the ${seatWords[seat].toLowerCase()}’s results?`
          }
          confirm="Decide"
          cancel="Not yet"
          onConfirm={of.submit}
          onClose={() => setAsked(false)}
        >
          <p>The learner gets the results{isContradiction ? " and reads your reason" : ""}. You can’t undo this.</p>
          {isContradiction ? (
            <ol className="round-summary">
              {listed.map((each) => (
                <li key={each.section_id}>
                  <span className="round-summary-title">{each.title}</span>
                  {each.status === "submitted" ? null : verdictText(each.status)}
                </li>
              ))}
            </ol>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
