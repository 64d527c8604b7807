import { lazy, Suspense, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { isBlank } from "../../../shared/http/text.ts";
import type { JobDetail, JobSection } from "../../../shared/review/calls.ts";
import {
  belowMinimum,
  enoughPoints,
  gradeRubric,
  gradingProblems,
  isContradicted,
} from "../../../shared/submission/rules.ts";
import type { CriterionMark } from "../../../shared/submission/submission.ts";
import { api } from "../../api/client.ts";
import { queries, write } from "../../api/queries.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm.tsx";
import { flash } from "../../ui/dialogs/flash.ts";
import { FormFields } from "../../ui/forms/form-fields.tsx";
import { LightTextField } from "../../ui/forms/light-fields.tsx";
import { ReasonedButton } from "../../ui/forms/reasoned-button.tsx";
import { paragraphsOf, RichTextField } from "../../ui/forms/rich-text-field.tsx";
import { rules } from "../../ui/forms/rules.ts";
import { useCallForm } from "../../ui/forms/use-call-form.ts";
import { useField } from "../../ui/forms/use-field.ts";
import { unforeseen, useSubmit } from "../../ui/forms/use-submit.ts";
import { LightMessage } from "../../ui/look/light.tsx";
import { Panel, Stack } from "../../ui/look/panel.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { type Criteria, type Judgement, judgementPlace, marksIn } from "../calibration/judgement.ts";
import { Rubric } from "../credential/rubric.tsx";
import { activeSeconds } from "../quality/active-time.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { KeyHint, MarkKeysHint, useKeys } from "./grading-keys.tsx";
import { useMarkKeys } from "./mark-keys.ts";
import { RoundSummary } from "./round-summary.tsx";
import { commentFault, RubricMarks } from "./rubric-marks.tsx";

const KeptComments = lazy(() => import("./kept-comments.tsx"));

type Verdict = "accept" | "reject";

/** A judgement with the verdict whose button was pressed. */
interface Decision extends Judgement {
  verdict: Verdict;
}

const gradeMax = 30;

const statuses = { accept: "accepted", reject: "rejected" } as const;
const done = { accept: "Section approved.", reject: "Section rejected." } as const;

/** What the last decision of a round brings about, said before it is made. */
function lastWords(verdict: Verdict, job: JobDetail, section: JobSection) {
  const others = job.sections.filter(({ section_id }) => section_id !== section.section_id);
  const { title, learner_name: learner } = job;
  const back = verdict === "reject" || others.some(({ status }) => status === "rejected");
  if (job.reviewed_again)
    return {
      title: `Finish your review of “${title}”?`,
      text: "Another reviewer may look at this submission before the learner gets the result. You can’t change your decisions after you finish.",
      confirm: verdict === "reject" ? "Reject and finish" : "Approve and finish",
    };
  return back
    ? {
        title: `Send “${title}” back for revision?`,
        text: `${learner ?? "The learner"} gets your feedback on every section and revises the ones you rejected. You can’t change your decisions after you send it back.`,
        confirm: verdict === "reject" ? "Reject and send back" : "Approve and send back",
      }
    : {
        title: `Award “${title}”?`,
        text: `This completes the submission and awards ${learner ?? "the learner"} the credential. You can’t undo this.`,
        confirm: "Approve and award",
      };
}

/** A decision that the marks speak against, said before it is made. */
const againstMarks = ({ title }: JobSection) => ({
  title: `Reject “${title}” anyway?`,
  text: "The learner sees these points with your feedback. You can change your marks instead.",
  confirm: "Reject anyway",
});

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

/** The form's marks: one of two for each criterion, by the mouse or by single keys. */
function RubricField({
  criteria,
  former,
  keysWanted,
  keysOn,
  reusable,
}: {
  readonly criteria: Criteria;
  /** The marks of the round before. */
  readonly former: readonly CriterionMark[] | undefined;
  readonly keysWanted: boolean;
  readonly keysOn: boolean;
  /** Comments may be put in that are kept. */
  readonly reusable: boolean;
}) {
  const { value: marks, set, error, ref } = useField<Judgement["marks"]>({ name: "marks" });
  const said = useField<Judgement["comments"]>({ name: "comments" });
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { focusUnmarked } = useMarkKeys(keysOn, list);
  useImperativeHandle(ref, () => ({ focus: focusUnmarked }));
  useImperativeHandle(said.ref, () => ({
    focus: () => list.current?.querySelector<HTMLElement>("textarea[aria-invalid=true]")?.focus(),
  }));
  return (
    <Panel title="Rubric" description={keysWanted ? <MarkKeysHint /> : undefined}>
      <div ref={list}>
        <RubricMarks
          criteria={criteria}
          marks={marks}
          comments={said.value}
          former={former}
          at={at}
          error={error}
          onFocus={setAt}
          onMark={(index, achieved) => {
            setAt(index);
            const criterion = criteria[index];
            if (criterion) set({ ...marks, [criterion.criteria_id]: achieved });
          }}
          onComment={(criteria_id, comment) => said.set({ ...said.value, [criteria_id]: comment })}
          reuse={
            reusable
              ? (comment, put) => (
                  <ReusedComments
                    written={() => paragraphsOf(comment)}
                    onInsert={(_, lines) => put([comment, lines].filter(Boolean).join("\n"))}
                  />
                )
              : undefined
          }
        />
      </div>
    </Panel>
  );
}

/** The way to the comments that the reviewer keeps. */
function ReusedComments({
  written,
  onInsert,
}: {
  readonly written: () => string;
  readonly onInsert: (text: string, lines: string) => void;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <button type="button" className="text-button" onClick={() => setOpened(true)}>
        Your comments
      </button>
      {opened ? (
        <Suspense fallback={null}>
          <KeptComments written={written()} onInsert={onInsert} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
