import type { Credential, Section } from "../../../../shared/credential/credential.ts";
import type { JobDetail, JobSection } from "../../../../shared/review/job-views.ts";
import type { Submission, SubmissionSection } from "../../../../shared/submission/submission-views.ts";

/** In place of ids of what there is not before the credential is published. */
const none = "preview";

/** What learners are told of the review: all but what is for reviewers. */
function forLearners(
  criteria: NonNullable<Credential["reviewer_criteria"]>,
): NonNullable<Credential["reviewer_criteria"]> {
  const { cred_id, category, skills, skills_ext, clock, ai_policy, second_review, appeals, calibration } = criteria;
  return { cred_id, category, skills, skills_ext, clock, ai_policy, second_review, appeals, calibration };
}

/** A credential as its learners will get it from the server once it is published: without what is for staff. */
export const asLearnersGetIt = ({
  split: _,
  created_user: __,
  approved_on: ___,
  reviewer_criteria,
  ...credential
}: Credential): Credential => ({
  ...credential,
  reviewer_criteria: reviewer_criteria && forLearners(reviewer_criteria),
});

const sectionsOf = ({ scores_and_submissions }: Credential): readonly Section[] => scores_and_submissions.sections;

/** The submission of a learner who has just applied. */
export const submissionOf = (credential: Credential, now: string): Submission => ({
  application_id: none,
  cred_id: credential.cred_id,
  credential_id: credential.credential_id,
  organization_id: credential.organization_id,
  user_id: none,
  title: credential.title,
  issuer_name: credential.issuer_name,
  status: "draft",
  created_on: now,
  updated_on: now,
  sections_total: sectionsOf(credential).length,
  sections_answered: 0,
  sections_accepted: 0,
  round: 0,
  version: 1,
  is_already_submitted: false,
  payment_needed: false,
  with_findings: false,
  ...(credential.reviewer_criteria?.ai_policy && { ai_policy: credential.reviewer_criteria.ai_policy }),
  sections: sectionsOf(credential).map(
    (section): SubmissionSection => ({
      ...section,
      status: "notSubmitted",
      work: { response: "", links: [], attachments: [], options: [] },
      editable: true,
    }),
  ),
});

/** The job of reviewing such a submission. `accepted`: as the reviewer who accepted it gets it, with work to judge. */
export const jobOf = (
  credential: Credential,
  now: string,
  { accepted }: { readonly accepted: boolean },
): JobDetail => ({
  credential_job_id: none,
  cred_id: credential.cred_id,
  credential_id: credential.credential_id,
  organization_id: credential.organization_id,
  title: credential.title,
  issuer_name: credential.issuer_name,
  status: accepted ? "reviewing" : "open",
  review_time: credential.review_time,
  reviewer_hourly_rate: credential.reviewer_hourly_rate ?? 0,
  reviewer_total_pay: credential.reviewer_total_pay ?? 0,
  sections_total: sectionsOf(credential).length,
  sections_graded: 0,
  sections_accepted: 0,
  round: 1,
  created_on: now,
  updated_on: now,
  submitted_on: now,
  accepted_by_me: accepted,
  acceptable: !accepted,
  extendable: false,
  releasable: false,
  submission_status: accepted ? "reviewing" : "submitted",
  reviewed_again: Boolean(credential.reviewer_criteria?.second_review ?? credential.reviewer_criteria?.appeals),
  credential_details: credential.credential_details,
  reviewer_criteria: credential.reviewer_criteria,
  sections: sectionsOf(credential).map(
    (section): JobSection => ({
      ...section,
      credential_section_id: section.section_id,
      status: "submitted",
      undoable: false,
      ...(accepted && {
        work: { response: "<p>The learner’s work appears here.</p>", links: [], attachments: [], options: [] },
      }),
    }),
  ),
});
