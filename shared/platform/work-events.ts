import type { EventType } from "./event-type.ts";

// the ids by which rows name what they are about
/** The ids by which a row names an application. */
export const ofApplication = ["application_id", "cred_id", "user_id"] as const;
const ofCertificate = ["certificate_id", "application_id", "cred_id", "user_id"] as const;
const ofJob = ["credential_job_id", "application_id", "cred_id"] as const;
/** The ids by which a row names a job and its reviewer. */
export const ofReview = ["credential_job_id", "application_id", "cred_id", "reviewer_id"] as const;
const ofSubmission = ["application_id", "cred_id", "user_id", "credential_job_id"] as const;
const ofAppeal = ["credential_job_id", "application_id", "cred_id", "user_id"] as const;

/** The events of learners’ work: of applications, certificates, reviews and what reviewers are calibrated by. */
export const workEvents = {
  // submission; subject is the application, `user_id` the learner
  "submission.saved": { fields: ofApplication, to: [] },
  "application.created": { fields: ofApplication, to: ["notices", "analytics", "search", "webhooks"] },
  "submission.submitted": { fields: ofSubmission, to: ["analytics", "search", "webhooks"] },
  "submission.resubmitted": { fields: ofSubmission, to: ["mail", "notices", "webhooks"] },
  "submission.revision-needed": {
    fields: [...ofSubmission, "waited_minutes?", "decided_days?", "round?"],
    to: ["mail", "notices", "analytics", "webhooks"],
  },
  "submission.completed": {
    fields: [...ofSubmission, "waited_minutes?", "decided_days?", "round?"],
    to: ["mail", "notices", "analytics", "badges", "signatures", "webhooks"],
  },
  "submission.revision-reminded": { fields: ofSubmission, to: ["mail", "notices"] },
  "submission.revision-last-call": { fields: ofSubmission, to: ["mail", "notices"] },
  "submission.closed": { fields: ofApplication, to: ["mail", "notices", "webhooks"] },
  "application.withdrawn": { fields: ofApplication, to: ["webhooks"] },
  "application.archive-told": { fields: ofApplication, to: ["mail", "notices"] },
  "application.archive-ended": { fields: [...ofApplication, "credential_job_id?"], to: ["mail", "notices"] },
  "application.left": { fields: ofApplication, to: [] },
  "application.lapsed": { fields: ofApplication, to: ["notices", "webhooks"] },
  "certificate.hidden": { fields: ofApplication, to: ["signatures"] },
  "certificate.shown": { fields: ofApplication, to: ["signatures"] },

  // certificate; subject is the certificate, `user_id` the learner
  "certificate.revoked": {
    fields: ofCertificate,
    to: ["mail", "notices", "search", "badges", "signatures", "webhooks"],
  },
  "certificate.replaced": {
    fields: [...ofCertificate, "replacement_id"],
    to: ["mail", "notices", "search", "badges", "signatures", "webhooks"],
  },
  "certificate.changed": { fields: ofCertificate, to: ["signatures"] },
  "certificate.erased": { fields: ofCertificate, to: ["search", "badges", "signatures"] },
  "certificate.evidence-published": { fields: ofCertificate, to: ["signatures"] },
  "certificate.evidence-ended": { fields: ofCertificate, to: ["signatures"] },
  "certificate.correction-asked": { fields: ofCertificate, to: ["mail", "notices", "search"] },
  "certificate.correction-withdrawn": { fields: ofCertificate, to: ["search"] },
  "certificate.correction-declined": { fields: ofCertificate, to: ["mail", "notices", "search"] },
  "certificate.correction-accepted": { fields: ofCertificate, to: [] },
  "certificate.correction-ended": { fields: ofCertificate, to: ["search"] },
  "certificate.expiring": { fields: ofCertificate, to: ["mail", "notices"] },
  "certificate.expired": { fields: ofCertificate, to: ["search", "signatures", "webhooks"] },
  "certificate.signed": { fields: ofCertificate, to: ["search", "webhooks"] },

  // job; subject is the job, `reviewer_id` its acceptor
  "job.created": { fields: ofJob, to: ["search"] },
  "job.accepted": {
    fields: [...ofReview, "accepted_in_id", "reviewer_ties_version?", "learner_ties_version?", "waiver_version?"],
    to: [],
  },
  "job.offered": { fields: ofReview, to: ["mail", "notices"] },
  "job.reminder-asked": { fields: ofJob, to: [] },
  "job.offer-reminded": { fields: ofReview, to: ["mail", "notices"] },
  "job.declined": { fields: ofReview, to: [] },
  "job.reminded": { fields: ofReview, to: ["mail", "notices"] },
  "job.due-reminded": { fields: [...ofJob, "reviewer_id?"], to: ["mail", "notices"] },
  "job.late": { fields: [...ofJob, "reviewer_id?"], to: ["mail", "notices"] },
  "submission.late": { fields: ofSubmission, to: ["mail", "notices"] },
  "job.due-extended": { fields: ofReview, to: [] },
  "job.tied": { fields: ofReview, to: ["mail", "notices"] },
  "job.few-reviewers": { fields: ofJob, to: ["mail", "notices"] },
  "job.tie-waived": { fields: [...ofReview, "waiver_version", "waiver_ends_on?"], to: [] },
  "job.due-moved": { fields: [...ofJob, "user_id?", "reviewer_id?"], to: ["mail", "notices"] },
  "anchor.saved": { fields: ["cred_id", "anchor_id"], to: [] },
  "anchor.removed": { fields: ["cred_id", "anchor_id"], to: [] },
  "anchor.keyed": { fields: ["cred_id", "anchor_id"], to: [] },
  "anchors.frozen": { fields: ["cred_id"], to: [] },
  "anchors.thawed": { fields: ["cred_id"], to: [] },
  "practice-consent.given": { fields: ofApplication, to: [] },
  "practice-consent.ended": { fields: ofApplication, to: [] },
  "calibration.started": { fields: ["cred_id", "reviewer_id", "calibration_version"], to: [] },
  "calibration.marked": { fields: ["cred_id", "reviewer_id", "anchor_id"], to: [] },
  "calibration.passed": { fields: ["cred_id", "reviewer_id", "calibration_version"], to: [] },
  "calibration.failed": { fields: ["cred_id", "reviewer_id", "calibration_version"], to: [] },
  "seeded-anchor.finished": { fields: [...ofReview, "anchor_id"], to: [] },
  "seeded-anchor.ended": { fields: [...ofReview, "anchor_id"], to: [] },
  "seeded-anchor.withdrawn": { fields: [...ofReview, "anchor_id"], to: [] },
  "look-back.opened": { fields: ["reviewer_id"], to: [] },
  "look-back.job-judged": { fields: ["reviewer_id", "credential_job_id"], to: [] },
  "look-back.closed": { fields: ["reviewer_id"], to: [] },
  "job.adjudication-needed": { fields: [...ofJob, "round"], to: ["mail", "notices"] },
  "job.disputed-work-read": { fields: [...ofJob, "round"], to: [] },
  "job.adjudicated": { fields: [...ofJob, "round"], to: [] },
  "appeal.filed": { fields: ofAppeal, to: ["mail", "notices"] },
  "appeal.lapsed": { fields: ofAppeal, to: ["mail", "notices"] },
  "appeal.withdrawn": { fields: ofAppeal, to: [] },
  "appeal.upheld": { fields: ofAppeal, to: ["mail", "notices", "analytics"] },
  "appeal.overturned": { fields: ofAppeal, to: ["mail", "notices", "analytics"] },
  "appeal.late": { fields: ofAppeal, to: ["mail", "notices"] },
  "job.released": { fields: ofReview, to: ["notices"] },
  "job.archive-told": { fields: ofReview, to: ["mail", "notices"] },
  "job.withdrawn": { fields: ofReview, to: ["mail", "notices"] },
  "section.accepted": { fields: ["credential_job_id", "application_id", "section_id", "reviewer_id"], to: [] },
  "section.reopened": { fields: ["credential_job_id", "application_id", "section_id", "reviewer_id"], to: [] },
  "round.finalized": { fields: [...ofApplication, "round", "seat_digests"], to: [] },
  "job.reassigned": { fields: ofReview, to: ["mail", "notices"] },
  "section.rejected": { fields: ["credential_job_id", "application_id", "section_id", "reviewer_id"], to: [] },
} as const satisfies Record<string, EventType>;
