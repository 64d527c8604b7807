import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import Container from "@cloudscape-design/components/container";
import FormField from "@cloudscape-design/components/form-field";
import Header from "@cloudscape-design/components/header";
import Input, { type InputProps } from "@cloudscape-design/components/input";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import type { JobDetail, JobSection } from "../../shared/job/calls.ts";
import { gradeRubric, gradingProblems } from "../../shared/submission/rules.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { Rubric } from "../credential/rubric.tsx";
import { ConfirmDialog } from "../ui/confirm.tsx";
import { flash } from "../ui/flash.ts";
import { RichText } from "../ui/rich-text.tsx";
import { wordsFor } from "../ui/words.ts";
import { DecisionBar } from "./decision-bar.tsx";
import type { GradingDraft } from "./grading-drafts.ts";
import { useKeys } from "./grading-keys.tsx";
import { RubricMarks } from "./rubric-marks.tsx";

const RichTextEditor = lazy(() => import("../ui/rich-text-editor.tsx"));

type Verdict = "accept" | "reject";
const gradeMax = 30;

const done = { accept: "Section approved.", reject: "Section rejected." } as const;

/** What the last decision of a round brings about, said before it is made. */
function lastWords(verdict: Verdict, job: JobDetail, section: JobSection) {
  const others = job.sections.filter(({ section_id }) => section_id !== section.section_id);
  const back = verdict === "reject" || others.some(({ status }) => status === "rejected");
  return back
    ? {
        title: "Send it back for a revision?",
        text: "This is the last section. The learner gets your feedback on every section and revises what you rejected.",
        confirm: verdict === "reject" ? "Reject and send back" : "Approve and send back",
      }
    : {
        title: "Award the credential?",
        text: "This is the last section. Approving it completes the submission, and the learner gets the credential. It cannot be taken back.",
        confirm: "Approve and award",
      };
}

/** The rubric with its marks, grade and feedback, and the bar that decides. */
export function GradingPanel({
  job,
  section,
  draft,
  keysWanted,
  onChange,
  onStep,
  onDecided,
}: {
  readonly job: JobDetail;
  readonly section: JobSection;
  readonly draft: GradingDraft;
  readonly keysWanted: boolean;
  readonly onChange: (part: Partial<GradingDraft>) => void;
  readonly onStep: (by: 1 | -1) => void;
  /** Hears the ids of the sections that still need review. */
  readonly onDecided: (left: readonly string[]) => void;
}) {
  const criteria = section.rubric_ext?.criteria ?? [];
  const terms = {
    criteria,
    making_progress: section.rubric_ext?.making_progress ?? 0,
    completed: section.rubric_ext?.completed ?? 0,
  };
  const section_rubric = criteria.flatMap(({ criteria_id }) => {
    const achieved = draft.marks[criteria_id];
    return achieved === undefined ? [] : [{ criteria_id, achieved }];
  });
  const [at, setAt] = useState(0);
  const [tried, setTried] = useState<Verdict>();
  const [asked, setAsked] = useState<Verdict>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState<string>();
  const marks = useRef<HTMLDivElement>(null);
  const grade = useRef<InputProps.Ref>(null);
  const feedback = useRef<{ focus: () => void }>(null);
  const feedbackRoom = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const accept = useMutation(api.job.acceptSection.mutation());
  const reject = useMutation(api.job.rejectSection.mutation());
  const busy = accept.isPending ? "accept" : reject.isPending ? "reject" : undefined;

  const given = { grade: draft.grade, feedback: draft.feedback, section_rubric };
  const problems = { ...(tried ? gradingProblems(tried, given, terms) : {}), ...refused };
  const left = job.sections.filter(
    ({ section_id, status }) => status === "submitted" && section_id !== section.section_id,
  );

  const change = (part: Partial<GradingDraft>) => {
    setRefused({});
    onChange(part);
  };
  const focusMark = (index: number) => {
    setAt(index);
    const inputs = marks.current?.querySelectorAll<HTMLFieldSetElement>("fieldset")[index]?.querySelectorAll("input");
    const target = [...(inputs ?? [])].find(({ checked }) => checked) ?? inputs?.[0];
    target?.focus();
    target?.closest("fieldset")?.scrollIntoView({ block: "nearest" });
  };
  const mark = (index: number, achieved: boolean) => {
    const criterion = criteria[index];
    if (!criterion) return;
    change({ marks: { ...draft.marks, [criterion.criteria_id]: achieved } });
    const next = criteria.findIndex(
      ({ criteria_id }, there) => there > index && draft.marks[criteria_id] === undefined,
    );
    focusMark(next === -1 ? index : next);
  };
  const focusFeedback = () => {
    feedback.current?.focus();
    feedbackRoom.current?.scrollIntoView({ block: "center" });
  };
  const focusButton = (name: Verdict) =>
    bar.current?.querySelector<HTMLElement>(`[data-verdict=${name}] button`)?.focus();
  useKeys(keysWanted && !asked, {
    p: () => mark(at, true),
    n: () => mark(at, false),
    j: () => focusMark(Math.min(at + 1, criteria.length - 1)),
    k: () => focusMark(Math.max(at - 1, 0)),
    g: () => grade.current?.focus(),
    f: () => focusFeedback(),
    a: () => focusButton("accept"),
    r: () => focusButton("reject"),
  });

  const send = async (verdict: Verdict) => {
    setFault(undefined);
    const { credential_job_id, organization_id } = job;
    const { credential_section_id } = section;
    const input = { organization_id, credential_job_id, credential_section_id, ...given };
    await (verdict === "accept" ? accept : reject).mutateAsync(input);
    flash("success", done[verdict]);
    onDecided(left.map(({ section_id }) => section_id));
  };
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    setRefused(error.fields);
    if (Object.keys(error.fields).length === 0) setFault(wordsFor(error));
  };
  const decide = (verdict: Verdict) => {
    setTried(verdict);
    const found = gradingProblems(verdict, given, terms);
    if (found.section_rubric) {
      return focusMark(
        Math.max(
          0,
          criteria.findIndex(({ criteria_id }) => draft.marks[criteria_id] === undefined),
        ),
      );
    }
    if (found.grade) return grade.current?.focus();
    if (found.feedback) return focusFeedback();
    if (left.length === 0) setAsked(verdict);
    else send(verdict).catch(fail);
  };

  const last = asked && lastWords(asked, job, section);
  return (
    <>
      <div className="grading-judgement">
        <Container
          header={
            <Header
              variant="h2"
              description={
                criteria.length > 0 && keysWanted ? (
                  <>
                    <kbd>P</kbd> passing, <kbd>N</kbd> not passing, <kbd>J</kbd> and <kbd>K</kbd> to move
                  </>
                ) : undefined
              }
            >
              Rubric
            </Header>
          }
        >
          <div ref={marks}>
            {criteria.length > 0 ? (
              <RubricMarks
                criteria={criteria}
                marks={draft.marks}
                former={section.section_rubric?.marks}
                at={at}
                error={problems.section_rubric}
                onFocus={setAt}
                onMark={(index, achieved) => {
                  setAt(index);
                  const criterion = criteria[index];
                  if (criterion) change({ marks: { ...draft.marks, [criterion.criteria_id]: achieved } });
                }}
              />
            ) : (
              <Rubric rubric={section.rubric} rubric_ext={null} />
            )}
          </div>
        </Container>
        <Container header={<Header variant="h2">Your decision</Header>}>
          <SpaceBetween size="l">
            {fault ? <Alert type="error">{fault}</Alert> : null}
            {section.grade ? (
              <div className="grading-former">
                <b>In the last round you gave {section.grade}</b>
                {section.feedback ? <RichText html={section.feedback} /> : null}
              </div>
            ) : null}
            <FormField
              label="Grade"
              constraintText="Such as A, 92 or Pass. The learner sees it."
              errorText={problems.grade}
            >
              <Input
                ref={grade}
                value={draft.grade}
                onChange={({ detail }) => change({ grade: detail.value.slice(0, gradeMax) })}
                onKeyDown={({ detail }) => {
                  if (detail.key === "Enter") focusFeedback();
                }}
              />
            </FormField>
            <FormField
              stretch
              label="Feedback"
              description="Say what is good and what is missing. Required when you reject."
              errorText={problems.feedback}
            >
              <div ref={feedbackRoom}>
                <Suspense fallback={<div className="editor editor-waiting" />}>
                  <RichTextEditor
                    ref={feedback}
                    value={draft.feedback}
                    label="Feedback"
                    invalid={problems.feedback !== undefined}
                    readOnly={false}
                    onChange={(html) => change({ feedback: html })}
                    onBlur={() => undefined}
                  />
                </Suspense>
              </div>
            </FormField>
          </SpaceBetween>
        </Container>
      </div>
      <DecisionBar
        ref={bar}
        position={`${job.sections.indexOf(section) + 1} of ${job.sections.length}`}
        marked={section_rubric.length}
        toMark={criteria.length}
        score={criteria.length > 0 ? { ...gradeRubric(terms, section_rubric), ...terms } : undefined}
        onStep={onStep}
      >
        <span data-verdict="reject">
          <Button loading={busy === "reject"} disabled={busy === "accept"} onClick={() => decide("reject")}>
            Reject
          </Button>
        </span>
        <span data-verdict="accept">
          <Button
            variant="primary"
            loading={busy === "accept"}
            disabled={busy === "reject"}
            onClick={() => decide("accept")}
          >
            Approve
          </Button>
        </span>
      </DecisionBar>
      {asked && last ? (
        <ConfirmDialog
          title={last.title}
          confirm={last.confirm}
          cancel="Not yet"
          onConfirm={() =>
            send(asked).catch((error: unknown) => {
              fail(error);
              throw error;
            })
          }
          onClose={() => setAsked(undefined)}
        >
          {last.text}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
