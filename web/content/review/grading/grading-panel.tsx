import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { isBlank } from "../../../../shared/http/text.ts";
import type { JobDetail, JobSection } from "../../../../shared/review/job-views.ts";
import {
  belowMinimum,
  enoughPoints,
  gradeRubric,
  gradingProblems,
  isContradicted,
} from "../../../../shared/submission/rules.ts";
import { api } from "../../../api/client.ts";
import { queries, write } from "../../../api/queries.ts";
import { ConfirmDialog } from "../../../ui/dialogs/confirm.tsx";
import { flash } from "../../../ui/dialogs/flash.ts";
import { FormFields } from "../../../ui/forms/form-fields.tsx";
import { LightTextField } from "../../../ui/forms/light-fields.tsx";
import { ReasonedButton } from "../../../ui/forms/reasoned-button.tsx";
import { RichTextField } from "../../../ui/forms/rich-text/rich-text-field.tsx";
import { rules } from "../../../ui/forms/rules.ts";
import { useCallForm } from "../../../ui/forms/use-call-form.ts";
import { unforeseen, useSubmit } from "../../../ui/forms/use-submit.ts";
import { LightMessage } from "../../../ui/look/light.tsx";
import { Panel, Stack } from "../../../ui/look/panel.tsx";
import { RichText } from "../../../ui/look/rich-text.tsx";
import { type Judgement, judgementPlace, marksIn } from "../../calibration/judgement.ts";
import { Rubric } from "../../credential/rubric.tsx";
import { activeSeconds } from "../../quality/active-time.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { KeyHint, useKeys } from "./grading-keys.tsx";
import { ReusedComments } from "./reused-comments.tsx";
import { RoundSummary } from "./round-summary.tsx";
import { RubricField } from "./rubric-field.tsx";
import { commentFault } from "./rubric-marks.tsx";
import { againstMarks, done, lastWords, statuses, type Verdict } from "./verdict-words.ts";

/** A judgement with the verdict whose button was pressed. */
interface Decision extends Judgement {
  verdict: Verdict;
}

const gradeMax = 30;

/** The rubric with its marks, grade and feedback, and the bar that decides. */
export function GradingPanel({
  job,
  section,
  keysWanted,
  keysOn,
  onStep,
  onDecided,
  onOpen,
  preview = false,
}: {
  readonly job: JobDetail;
  readonly section: JobSection;
  /** Its keys are told beside what they do. */
  readonly keysWanted: boolean;
  /** They act: nothing lies over the page. */
  readonly keysOn: boolean;
  readonly onStep: (by: 1 | -1) => void;
  /** Hears the ids of the sections that still need review. */
  readonly onDecided: (left: readonly string[]) => void;
  readonly onOpen: (section: JobSection) => void;
  /** To be looked at and tried alone: nothing is kept, and nothing decided. */
  readonly preview?: boolean;
}) {
  const { credential_job_id, organization_id } = job;
  const { section_id, credential_section_id, rubric_ext } = section;
  const { criteria = [], making_progress = 0, completed = 0 } = rubric_ext ?? {};
  const [asked, setAsked] = useState<{ readonly verdict: Verdict; readonly isLast: boolean }>();
  const faultShown = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const table = { criteria, making_progress, completed };
  const scoreOf = (marks: Judgement["marks"]) => gradeRubric(table, marksIn(marks, criteria));
  /** Whether the verdict is not what the marks come to, as the server sees it. */
  const isAgainst = (verdict: Verdict, marks: Judgement["marks"]) =>
    isContradicted({ status: statuses[verdict], section_rubric: scoreOf(marks) }, table);
  const left = job.sections.filter((other) => other.status === "submitted" && other.section_id !== section_id);

  const of = useCallForm({
    values: { marks: {}, comments: {}, grade: "", feedback: "", verdict: "accept" } as Decision,
    resolver: rules<Decision>(({ verdict, marks, comments, ...written }) => {
      const given = { ...written, section_rubric: marksIn(marks, criteria) };
      const { section_rubric, ...faults } = gradingProblems(verdict, given, { criteria });
      return { marks: section_rubric, comments: Object.values(comments).map(commentFault).find(Boolean), ...faults };
    }),
    ...(!preview && { draft: { ...judgementPlace(job, section), from: "typing" as const } }),
    fieldOf: (name) => name.replace(/^section_rubric\b/, "marks"),
    send: ({ verdict, marks, comments, ...written }) => {
      const given = { ...written, section_rubric: marksIn(marks, criteria, comments) };
      const names = { organization_id, credential_job_id, credential_section_id };
      const input = { ...names, ...given, ...activeSeconds(credential_job_id) };
      if (verdict === "accept") return write(api.review.acceptSection, input);
      // it was asked before, in a dialog that leaves the marks as they are
      return write(api.review.rejectSection, { ...input, ...(isAgainst(verdict, marks) && { confirmed: true }) });
    },
    onDone: (_, { verdict }) => {
      flash("success", done[verdict]);
      onDecided(left.map((other) => other.section_id));
    },
  });
  const { form } = of;
  const marks = useWatch({ control: form.control, name: "marks" });
  const section_rubric = marksIn(marks, criteria);

  const focusButton = (name: Verdict) =>
    bar.current?.querySelector<HTMLElement>(`[data-verdict=${name}] button`)?.focus();
  const judgement = useRef<HTMLDivElement>(null);
  /** At once: the form's own way waits, and what is typed meanwhile would be keys of the page. */
  const focusField = (selector: string) => judgement.current?.querySelector<HTMLElement>(selector)?.focus();
  useKeys(keysOn && !asked, {
    g: () => focusField("input[name=grade]"),
    f: () => focusField("textarea.editor-text, [contenteditable=true]"),
    a: () => focusButton("accept"),
    r: () => focusButton("reject"),
  });

  /**
   * The decision that ends the round is asked once more, with all verdicts of it as they are now, in whatever tab given; so is
   * one that the marks speak against.
   */
  const looking = useSubmit<void, JobDetail>({
    send: () => queries.fetchQuery({ ...api.review.read.query({ organization_id, credential_job_id }), staleTime: 0 }),
    onDone: async ({ sections }) => {
      const waiting = sections.filter(({ status }) => status === "submitted");
      if (!waiting.some((other) => other.section_id === section_id)) return;
      const { verdict, marks } = form.getValues();
      const isLast = waiting.length === 1;
      if (isLast || isAgainst(verdict, marks)) setAsked({ verdict, isLast });
      else await of.submit();
    },
    explain: unforeseen,
  });
  const decide = async (verdict: Verdict) => {
    form.setValue("verdict", verdict);
    of.clear();
    await form.handleSubmit(() => looking.submit())();
  };

  const fault = of.fault ?? looking.fault;
  useEffect(() => {
    if (fault) faultShown.current?.scrollIntoView({ block: "center" });
  }, [fault]);
  const busy = of.pending || looking.pending ? form.getValues("verdict") : undefined;
  const refused = preview ? "Reviewers decide here." : undefined;
  const score = scoreOf(marks);
  const isMarked = section_rubric.length === criteria.length;
  const tooFew = isMarked && isAgainst("accept", marks) ? belowMinimum(score, table) : undefined;
  const words = asked && (asked.isLast ? lastWords(asked.verdict, job, section) : againstMarks(section));
  return (
    <FormFields of={of}>
      <div className="grading-judgement" ref={judgement}>
        {criteria.length > 0 ? (
          <RubricField
            criteria={criteria}
            former={section.section_rubric?.marks}
            keysWanted={keysWanted}
            keysOn={keysOn && !asked}
            reusable={!preview}
          />
        ) : (
          <Panel title="Rubric">
            <Rubric rubric={section.rubric} rubric_ext={null} />
          </Panel>
        )}
        <Panel
          title="Your decision"
          description={
            keysWanted ? (
              <span className="keys-told">
                <kbd>G</kbd> grade, <kbd>F</kbd> feedback, <kbd>Esc</kbd> leave field, <kbd>?</kbd> all shortcuts
              </span>
            ) : undefined
          }
        >
          <Stack gap="l">
            {fault ? (
              <div ref={faultShown}>
                <LightMessage kind="error">{fault}</LightMessage>
              </div>
            ) : null}
            {section.grade ? (
              <div className="grading-former">
                <b>Your grade last round: {section.grade}</b>
                {section.feedback ? <RichText html={section.feedback} /> : null}
              </div>
            ) : null}
            <LightTextField
              name="grade"
              label="Grade"
              hint="For example, A, 92, or Pass. The learner sees this."
              lengthMax={gradeMax}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                form.setFocus("feedback");
              }}
            />
            <RichTextField
              name="feedback"
              label="Feedback"
              hint="Explain what works and what’s missing. Required if you reject."
            />
            {preview ? null : (
              <ReusedComments
                written={() => form.getValues("feedback")}
                onInsert={(text) => {
                  const { feedback } = form.getValues();
                  form.setValue("feedback", (isBlank(feedback) ? "" : feedback) + text, { shouldDirty: true });
                }}
              />
            )}
          </Stack>
        </Panel>
      </div>
      <DecisionBar
        ref={bar}
        position={`${job.sections.indexOf(section) + 1} of ${job.sections.length}`}
        marked={section_rubric.length}
        toMark={criteria.length}
        score={criteria.length > 0 ? { ...score, making_progress, completed } : undefined}
        onStep={onStep}
      >
        <span data-verdict="reject">
          <ReasonedButton
            reason={refused}
            busy={busy === "reject"}
            aria-disabled={busy === "accept"}
            onClick={busy ? undefined : () => void decide("reject")}
          >
            Reject {keysWanted ? <KeyHint>R</KeyHint> : null}
          </ReasonedButton>
        </span>
        <span data-verdict="accept">
          <ReasonedButton
            reason={refused ?? tooFew}
            primary
            busy={busy === "accept"}
            aria-disabled={busy === "reject"}
            onClick={busy ? undefined : () => void decide("accept")}
          >
            Approve {keysWanted ? <KeyHint>A</KeyHint> : null}
          </ReasonedButton>
        </span>
      </DecisionBar>
      {asked && words ? (
        <ConfirmDialog
          title={words.title}
          confirm={words.confirm}
          cancel="Not yet"
          onConfirm={of.submit}
          onClose={() => setAsked(undefined)}
        >
          {isAgainst(asked.verdict, marks) ? <p>{enoughPoints(score, table)}</p> : null}
          <p>{words.text}</p>
          {asked.isLast ? (
            <RoundSummary
              job={job}
              pending={{
                section_id,
                status: statuses[asked.verdict],
                grade: form.getValues("grade"),
                section_rubric: score,
              }}
              onChange={(other) => {
                setAsked(undefined);
                onOpen(other);
              }}
            />
          ) : null}
        </ConfirmDialog>
      ) : null}
    </FormFields>
  );
}
