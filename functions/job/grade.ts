import { Problem } from "../../shared/http/problems.ts";
import type { Job } from "../../shared/job/job.ts";
import { type JobEvent, nextJobStatus } from "../../shared/job/rules.ts";
import {
  gradeRubric,
  gradingProblems,
  nextWorkStatus,
  outcomeOf,
  type SentMark,
} from "../../shared/submission/rules.ts";
import {
  type Application,
  type ApplicationSection,
  type RubricResult,
  Work,
} from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { change, type Step } from "../data/table.ts";
import { earnReviewerPay } from "../payment/ledger.ts";
import type { Context } from "../runtime/implement.ts";
import { sanitize } from "../runtime/rich-text.ts";
import { moveApplication } from "../submission/application.ts";
import { issueCertificate } from "../submission/certificate.ts";
import { moveJob } from "./job.ts";
import { readAccepted } from "./store.ts";

const ATTEMPTS = 5;

/** A reviewer's verdict on one section as it arrives. */
export interface Grading {
  readonly credential_job_id: string;
  readonly credential_section_id: string;
  readonly grade: string;
  readonly feedback: string;
  readonly section_rubric: readonly SentMark[];
}

/**
 * Grades a section. The application's version orders gradings that arrive together: each is decided on what the one
 * before left, so exactly one of them is the last and completes the round.
 */
export async function gradeSection(
  verdict: "accept" | "reject",
  grading: Grading,
  { actor, commit }: Pick<Context, "actor" | "commit">,
) {
  const { credential_job_id, credential_section_id: section_id } = grading;
  for (let attempt = 1; ; attempt++) {
    const work = keys.work(credential_job_id.replace(/^job_/, "app_"), section_id);
    const { job, application, alsoFound } = await readAccepted(credential_job_id, actor.user_id, [work]);
    const section = application.sections.find((each) => each.section_id === section_id);
    const stored = alsoFound[0] && Work.parse(alsoFound[0]);
    if (!section || !stored) throw new Problem("resource.not-found");
    if (isRepeat(verdict, section, stored, grading)) return answer(section, job, application, stored.section_rubric);
    try {
      const decided = decide(verdict, { job, application, section, grading });
      const { section: graded, job: jobAfter, application: after } = decided;
      return await commit(decided.steps, answer(graded, jobAfter, after, decided.section_rubric));
    } catch (error) {
      const wasOvertaken = error instanceof Problem && error.code === "state.changed";
      if (!wasOvertaken || attempt === ATTEMPTS) throw error;
    }
  }
}

const answer = (
  { section_id, status }: ApplicationSection,
  { credential_job_id, status: job_status }: Job,
  { status: submission_status }: Application,
  section_rubric: RubricResult | undefined,
) => ({
  data: { credential_job_id, credential_section_id: section_id, status, job_status, submission_status, section_rubric },
});

/** The same verdict with the same grade, again: it was heard. */
const isRepeat = (verdict: "accept" | "reject", section: ApplicationSection, work: Work, { grade }: Grading): boolean =>
  section.status === (verdict === "accept" ? "accepted" : "rejected") && work.grade === grade;

interface Case {
  readonly job: Job;
  readonly application: Application;
  readonly section: ApplicationSection;
  readonly grading: Grading;
}

function decide(verdict: "accept" | "reject", { job, application, section, grading }: Case) {
  const status = nextWorkStatus(section.status, verdict);
  if (!status) {
    const graded = section.status === "accepted" || section.status === "rejected";
    throw new Problem(graded ? "section.already-graded" : "section.not-submitted");
  }
  const fields = gradingProblems(verdict, grading, section);
  const [message] = Object.values(fields);
  if (message) throw new Problem("input.invalid", { message, fields });

  const graded = { ...section, status };
  const sections = application.sections.map((each) => (each.section_id === section.section_id ? graded : each));
  const outcome = outcomeOf(sections);
  const event: JobEvent = outcome === "open" ? "grade" : outcome;
  const at = now();
  const section_rubric = section.criteria.length > 0 ? gradeRubric(section, grading.section_rubric) : undefined;
  const counts = {
    sections_graded: sections.filter((each) => each.status === "accepted" || each.status === "rejected").length,
    sections_accepted: sections.filter((each) => each.status === "accepted").length,
  };
  const completed = outcome === "allAccepted" ? { completed_on: at } : {};
  const jobStatus = nextJobStatus(job.status, event);
  if (!jobStatus) throw new Problem("section.not-submitted");
  return {
    section: graded,
    section_rubric,
    job: { ...job, status: jobStatus },
    application: { ...application, status: statusAfter(outcome, application) },
    steps: [
      ...applicationSteps(application, outcome, { sections, ...completed }),
      ...moveJob(job, event, { ...counts, ...completed }),
      change(keys.work(application.application_id, section.section_id), {
        set: { grade: grading.grade, feedback: sanitize(grading.feedback), section_rubric, reviewed_on: at },
      }),
      ...auditSteps(outcome, { job, application, section: graded }, { from: section.status, at }),
      ...(outcome === "allAccepted" ? completionSteps(job, application, at) : []),
    ],
  };
}

const statusAfter = (outcome: ReturnType<typeof outcomeOf>, { status }: Application) =>
  outcome === "open" ? status : outcome === "allAccepted" ? "completed" : "revisionNeeded";

function applicationSteps(
  application: Application,
  outcome: ReturnType<typeof outcomeOf>,
  set: { sections: ApplicationSection[]; completed_on?: string },
): Step[] {
  if (outcome !== "open") return moveApplication(application, outcome, set);
  const { application_id, status, version } = application;
  const otherwise = new Problem("state.changed");
  return [
    change(
      keys.application(application_id),
      { set: { ...set, updated_on: now() } },
      { where: { status, version }, otherwise },
    ),
  ];
}

/** The certificate and the pay come with the last acceptance, or not at all. */
function completionSteps(job: Job, application: Application, at: string): Step[] {
  const { application_id, organization_id, cred_id, revision, user_id, title, issuer_name } = application;
  return [
    issueCertificate({
      organization_id,
      cred_id,
      revision,
      user_id,
      application_id,
      title,
      issuer_name,
      first_name: job.learner.first_name,
      last_name: job.learner.last_name,
      earned_on: at,
      verified_on: at,
    }),
    ...earnReviewerPay(job, application),
  ];
}

/** One row for the section's verdict, and one for what it did to the whole: the first says how long the learner waited. */
function auditSteps(
  outcome: ReturnType<typeof outcomeOf>,
  { job, application, section }: Pick<Case, "job" | "application" | "section">,
  { from, at }: { readonly from: string; readonly at: string },
): Step[] {
  const { application_id, organization_id, cred_id, user_id, status, round, submitted_on = at } = application;
  const { credential_job_id, acceptor: reviewer_id = "" } = job;
  const common = { organization_id, actor_id: reviewer_id, application_id, credential_job_id };
  const waited_minutes = Math.round((Date.parse(at) - Date.parse(submitted_on)) / 60_000);
  const whole = {
    ...common,
    subject_id: application_id,
    cred_id,
    user_id,
    from: status,
    ...(round === 1 && { waited_minutes }),
  };
  return [
    audit(section.status === "accepted" ? "section.accepted" : "section.rejected", {
      ...common,
      subject_id: credential_job_id,
      reviewer_id,
      section_id: section.section_id,
      from,
      to: section.status,
    }),
    ...(outcome === "someRejected" ? [audit("submission.revision-needed", { ...whole, to: "revisionNeeded" })] : []),
    ...(outcome === "allAccepted" ? [audit("submission.completed", { ...whole, to: "completed" })] : []),
  ];
}
