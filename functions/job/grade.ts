import { Problem } from "../../shared/http/problem.ts";
import type { Job } from "../../shared/job/job.ts";
import { mayGrade, mayRelease } from "../../shared/job/rules.ts";
import { gradeRubric, gradingProblems, outcomeOf, type SentMark } from "../../shared/submission/rules.ts";
import {
  type Application,
  type ApplicationSection,
  type RubricResult,
  Work,
} from "../../shared/submission/submission.ts";
import { newCertificateId } from "../certificate/ids.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change, type Step } from "../data/table.ts";
import { type Transition, transition } from "../data/transition.ts";
import { requireStillOpen } from "../organization/still-open.ts";
import { earnPay } from "../payment/earned-pay.ts";
import type { Context } from "../runtime/implement.ts";
import { requireId } from "../runtime/require-id.ts";
import { sanitize } from "../runtime/rich-text.ts";
import { applicationEntity } from "../submission/application-entity.ts";
import { issueCertificate } from "../submission/certificate.ts";
import { sectionEntity } from "../submission/section-entity.ts";
import { jobEntity } from "./entity.ts";
import { readAccepted } from "./store.ts";

/** A reviewer's verdict on one section as it arrives. */
export interface Grading {
  readonly credential_job_id: string;
  readonly credential_section_id: string;
  readonly grade: string;
  readonly feedback: string;
  readonly section_rubric: readonly SentMark[];
  readonly user_id?: string;
  readonly reviewer_id?: string;
}

/**
 * Grades a section. The application's version orders gradings that arrive together: each is decided on what the one
 * before left, so exactly one of them is the last and completes the round.
 */
export function gradeSection(
  verdict: "accept" | "reject",
  grading: Grading,
  { actor, prefetched, commit }: Pick<Context, "actor" | "prefetched" | "commit">,
) {
  const { credential_job_id, credential_section_id: section_id } = grading;
  return retryWhenRaced({ raced: "state.changed", attempts: 5 }, async () => {
    const { job, application, alsoFound } = await readAccepted(
      { credential_job_id, prefetched },
      actor.user_id,
      (application_id) => [keys.work(application_id, section_id)],
    );
    await requireStillOpen(job.organization_id, actor);
    requireId("reviewer_id", grading.reviewer_id, actor.user_id);
    requireId("user_id", grading.user_id, actor.user_id, application.user_id);
    const section = application.sections.find((each) => each.section_id === section_id);
    const stored = alsoFound[0] && Work.parse(alsoFound[0]);
    if (!section || !stored) throw new Problem("resource.not-found");
    if (isRepeat(verdict, { job, section, stored }, grading))
      return answer(section, job, application, stored.section_rubric);
    const { steps, ...decided } = await decide(verdict, { job, application, section, grading });
    return commit(steps, answer(decided.section, decided.job, decided.application, decided.section_rubric));
  });
}

const answer = (
  { section_id, status }: ApplicationSection,
  { credential_job_id, status: job_status }: Job,
  { status: submission_status }: Application,
  section_rubric: RubricResult | undefined,
) => ({
  data: { credential_job_id, credential_section_id: section_id, status, job_status, submission_status, section_rubric },
});

/** The same verdict with the same grade, again: it was heard. While the round is open, other words or marks are a change. */
function isRepeat(
  verdict: "accept" | "reject",
  { job, section, stored }: { job: Job; section: ApplicationSection; stored: Work },
  { grade, feedback, section_rubric }: Grading,
): boolean {
  if (section.status !== (verdict === "accept" ? "accepted" : "rejected") || stored.grade !== grade) return false;
  if (!mayRelease(job)) return true;
  const marksOf = (marks: readonly SentMark[]) =>
    marks.flatMap(({ achieved, criteria_id }) => (achieved ? [criteria_id] : [])).toSorted();
  const isSame = marksOf(stored.section_rubric?.marks ?? []).join() === marksOf(section_rubric).join();
  return isSame && stored.feedback === sanitize(feedback);
}

interface Case {
  readonly job: Job;
  readonly application: Application;
  readonly section: ApplicationSection;
  readonly grading: Grading;
}

async function decide(verdict: "accept" | "reject", { job, application, section, grading }: Case) {
  requireVerdict(verdict, job, application, section);
  const fields = gradingProblems(verdict, grading, section);
  const [message] = Object.values(fields);
  if (message) throw new Problem("input.invalid", { message, fields });

  const { application_id, organization_id } = application;
  const { credential_job_id, acceptor: reviewer_id = "" } = job;
  const decided = transition(sectionEntity, verdict, {
    before: { ...section, application_id, organization_id, credential_job_id },
    actor_id: reviewer_id,
    details: { reviewer_id },
  });
  const status = decided.after.status;
  const verdictOf = { status, decided_by: reviewer_id, decided_round: application.round };
  const sections = application.sections.map((each) =>
    each.section_id === section.section_id ? { ...each, ...verdictOf } : each,
  );
  const at = now();
  const section_rubric = section.criteria.length > 0 ? gradeRubric(section, grading.section_rubric) : undefined;
  const round = await roundSteps({ job, application, sections, at }, decided);
  return {
    section: { ...section, status },
    section_rubric,
    job: round.job,
    application: round.application,
    steps: [
      ...decided.steps,
      ...round.steps,
      change(keys.work(application_id, section.section_id), {
        set: { grade: grading.grade, feedback: sanitize(grading.feedback), section_rubric, reviewed_on: at },
      }),
    ],
  };
}

/** Refuses a verdict on what was not handed in, and a change of one whose round is decided. */
function requireVerdict(
  event: "accept" | "reject" | "reopen",
  job: Job,
  application: Application,
  section: ApplicationSection,
): void {
  const isGraded = section.status === "accepted" || section.status === "rejected";
  if (!mayGrade(event, job, application, section))
    throw new Problem(isGraded ? "section.already-graded" : "section.not-submitted");
}

interface Round {
  readonly job: Job;
  readonly application: Application;
  /** The sections with the verdict. */
  readonly sections: ApplicationSection[];
  readonly at: string;
}

/** What a verdict does to the whole: nothing while sections are open; the last one completes the round. */
async function roundSteps(
  { job, application, sections, at }: Round,
  decided: Transition<unknown, "section.accepted" | "section.rejected" | "section.reopened">,
): Promise<{ steps: Step[]; job: Job; application: Application }> {
  const outcome = outcomeOf(sections);
  const completed = outcome === "allAccepted" ? { completed_on: at } : {};
  const earned = outcome === "allAccepted" ? { certificate_id: newCertificateId() } : {};
  const ofJob = {
    before: job,
    set: {
      sections_graded: sections.filter((each) => each.status === "accepted" || each.status === "rejected").length,
      sections_accepted: sections.filter((each) => each.status === "accepted").length,
      graded_on: at,
      ...completed,
    },
  };
  const ofApplication = { before: application, set: { sections, ...completed, ...earned } };
  if (outcome === "open") {
    const graded = transition(applicationEntity, "grade", { ...ofApplication, recordedBy: decided });
    const reviewing = transition(jobEntity, "grade", { ...ofJob, recordedBy: decided });
    return {
      steps: [...graded.steps, ...reviewing.steps],
      application: graded.after,
      job: reviewing.after,
    };
  }
  const { submitted_on = at, round } = application;
  const waited_minutes = Math.round((Date.parse(at) - Date.parse(submitted_on)) / 60_000);
  const recording = {
    actor_id: job.acceptor ?? "",
    details: { credential_job_id: job.credential_job_id, ...(round === 1 && { waited_minutes }) },
  };
  if (outcome === "someRejected") {
    const returned = transition(applicationEntity, "someRejected", { ...ofApplication, ...recording });
    const waiting = transition(jobEntity, "someRejected", { ...ofJob, recordedBy: returned });
    return { steps: [...returned.steps, ...waiting.steps], application: returned.after, job: waiting.after };
  }
  const finished = transition(applicationEntity, "allAccepted", { ...ofApplication, ...recording });
  const done = transition(jobEntity, "allAccepted", { ...ofJob, recordedBy: finished });
  return {
    steps: [
      ...finished.steps,
      ...done.steps,
      ...(await issueCertificate(finished, job.learner)),
      ...earnPay(done.after, finished.after),
    ],
    application: finished.after,
    job: done.after,
  };
}

/** Takes a verdict of the present round back: its section waits for one again. A repeat answers the same. */
export function reopenSection(
  {
    credential_job_id,
    credential_section_id: section_id,
  }: Pick<Grading, "credential_job_id" | "credential_section_id">,
  { actor, prefetched, commit }: Pick<Context, "actor" | "prefetched" | "commit">,
) {
  return retryWhenRaced({ raced: "state.changed", attempts: 5 }, async () => {
    const { job, application } = await readAccepted({ credential_job_id, prefetched }, actor.user_id);
    await requireStillOpen(job.organization_id, actor);
    const section = application.sections.find((each) => each.section_id === section_id);
    if (!section) throw new Problem("resource.not-found");
    if (section.status === "submitted") return answer(section, job, application, undefined);
    requireVerdict("reopen", job, application, section);
    const { application_id, organization_id } = application;
    const reopened = transition(sectionEntity, "reopen", {
      before: { ...section, application_id, organization_id, credential_job_id },
      actor_id: actor.user_id,
      details: { reviewer_id: actor.user_id },
    });
    const { status } = reopened.after;
    const sections = application.sections.map((each) =>
      each.section_id === section_id ? { ...each, status, decided_by: undefined, decided_round: undefined } : each,
    );
    const round = await roundSteps({ job, application, sections, at: now() }, reopened);
    const set = { grade: undefined, feedback: undefined, section_rubric: undefined, reviewed_on: undefined };
    return commit(
      [...reopened.steps, ...round.steps, change(keys.work(application_id, section_id), { set })],
      answer({ ...section, status }, round.job, round.application, undefined),
    );
  });
}
