import { isUnderAppeal } from "../../../shared/appeal/appeal.ts";
import type { Section } from "../../../shared/credential/credential.ts";
import { dollars } from "../../../shared/platform/money.ts";
import type { Job, JobStatus } from "../../../shared/review/job.ts";
import { countsFor, firstJobOf, shownLearner } from "../../../shared/review/rules.ts";
import { mayEditSection } from "../../../shared/submission/rules.ts";
import type { Application, ApplicationStatus, Work } from "../../../shared/submission/submission.ts";
import type { Submission, SubmissionRow, SubmissionSection } from "../../../shared/submission/submission-views.ts";
import { decisionOf, decisionOfJob, reviseBy } from "./decision.ts";
import { shownDates } from "./shown-dates.ts";
import { progressIn } from "./store.ts";

/** An application as its learner's lists show it. */
export const submissionRow = (application: Application): SubmissionRow => ({
  application_id: application.application_id,
  cred_id: application.cred_id,
  credential_id: application.cred_id,
  organization_id: application.organization_id,
  credential_job_id: firstJobOf(application),
  title: application.title,
  issuer_name: application.issuer_name,
  ...(application.badge && { badge: application.badge }),
  status: application.status,
  ...(isUnderAppeal(application) && { appealed: true }),
  price: dollars(application.price_cents),
  created_on: application.created_on,
  updated_on: application.updated_on,
  submitted_on: application.submitted_on,
  ...((application.status === "submitted" || application.status === "reviewing") && decisionOf(application)),
  revise_by: reviseBy(application),
  completed_on: application.completed_on,
  completed_in: application.completed_in,
  ...progressIn(application),
});

const statusOfJob: Record<JobStatus, ApplicationStatus> = {
  open: "submitted",
  accepted: "reviewing",
  reviewing: "reviewing",
  awaitingResult: "reviewing",
  revisionNeeded: "revisionNeeded",
  completed: "completed",
  withdrawn: "closed",
};

/** A job as a reviewer's list of submissions shows it; the learner's name once they accepted it. */
export const submissionRowOfJob = (job: Job, reviewer_id: string): SubmissionRow => ({
  application_id: job.credential_job_id,
  cred_id: job.cred_id,
  credential_id: job.cred_id,
  organization_id: job.organization_id,
  credential_job_id: job.credential_job_id,
  title: job.title,
  issuer_name: job.issuer_name,
  status: statusOfJob[job.status],
  ...shownDates(job, reviewer_id),
  ...decisionOfJob(job, reviewer_id),
  sections_total: job.sections_total,
  sections_answered: job.sections_total,
  sections_accepted: countsFor(reviewer_id, job).sections_accepted,
  ...shownLearner(job, reviewer_id),
});

const nothing = { response: "", links: [], attachments: [], options: [] };

/** A section as its learner sees it. */
function submissionSection(application: Application, prompt: Section, work: Work | undefined): SubmissionSection {
  const section = application.sections.find((each) => each.section_id === prompt.section_id)!;
  return {
    ...prompt,
    status: section.status,
    work: work ?? nothing,
    editable: !isUnderAppeal(application) && mayEditSection(application.status, section),
    grade: work?.grade,
    feedback: work?.feedback,
    section_rubric: work?.section_rubric,
    issuer_decision: work?.issuer_decision,
    reviewed_on: work?.reviewed_on,
    updated_on: work?.updated_on,
  };
}

/** A submission whole: the prompts of the revision applied for with the work on them. */
export const submissionDetail = (
  application: Application,
  prompts: readonly Section[],
  works: ReadonlyMap<string, Work>,
): Submission => ({
  ...submissionRow(application),
  user_id: application.user_id,
  round: application.round,
  version: application.version,
  is_already_submitted: application.round > 0,
  payment_needed: application.status === "applied",
  with_findings: application.with_findings ?? false,
  ai_policy: application.ai_policy,
  declaration: application.declaration,
  revision_note: application.revision_note,
  sections: prompts
    .filter((prompt) => application.sections.some((each) => each.section_id === prompt.section_id))
    .map((prompt) => submissionSection(application, prompt, works.get(prompt.section_id))),
});
