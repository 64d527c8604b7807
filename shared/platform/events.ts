import type { Purpose } from "./environment.ts";
import { splitNames } from "./money.ts";

/** What an audit row of a type carries besides `organization_id`, `actor_id`, `subject_id`, `from` and `to`, and who hears of it. */
export interface EventType {
  /** Names of ids, digests and plain numbers in the row, with `?` those that may be missing; never names, addresses or texts. */
  readonly fields: readonly string[];
  /** The queues it is put into. */
  readonly to: readonly Purpose[];
}

/**
 * Every type of audit event, by domain. An audit row is also the event: mails, notices, search words and figures follow
 * from it (`to`). A test compares this table with what the functions write, both ways. `to` names queues; their workers
 * stand in lib/background.ts.
 */
export const eventTypes = {
  // auth; subject is the person, or the invitation a visitor asked for
  "user.signed-up": { fields: ["user_id"], to: ["search"] },
  "user.invited-self": { fields: ["invite_id"], to: ["mail"] },
  "user.password-reset-asked": { fields: ["user_id"], to: ["mail"] },
  "user.password-reset": { fields: ["user_id"], to: ["mail"] },
  "user.password-changed": { fields: ["user_id"], to: ["mail"] },
  "user.factor-on": { fields: ["user_id"], to: ["mail", "notices"] },
  "user.factor-off": { fields: ["user_id"], to: ["mail"] },
  "user.factor-reset-asked": { fields: ["user_id"], to: ["mail", "notices"] },
  "user.factor-reset-stopped": { fields: ["user_id", "asker_id"], to: ["mail", "notices"] },
  "user.factor-reset-done": { fields: ["user_id", "asker_id"], to: ["mail", "notices"] },
  "user.recovery-code-used": { fields: ["user_id"], to: ["mail", "notices"] },
  "user.recovery-codes-renewed": { fields: ["user_id"], to: ["mail"] },
  "user.device-remembered": { fields: ["user_id"], to: ["mail", "notices"] },
  "user.device-forgotten": { fields: ["user_id"], to: [] },

  // user; subject is the person
  "user.created": { fields: ["user_id"], to: ["mail", "search"] },
  "user.changed": { fields: ["user_id"], to: ["search"] },
  "user.ties-declared": { fields: ["user_id"], to: [] },
  "user.comments-changed": { fields: ["user_id"], to: [] },
  "user.disabled": { fields: ["user_id"], to: ["mail"] },
  "user.enabled": { fields: ["user_id"], to: ["mail"] },
  "user.deleted": { fields: ["user_id"], to: ["search", "signatures"] },
  "member.joined": {
    fields: ["user_id", "invite_id?", "cred_id?"],
    to: ["search", "notices", "analytics", "webhooks"],
  },
  "member.changed": { fields: ["user_id"], to: ["mail", "notices", "search", "webhooks"] },
  "member.suspended": { fields: ["user_id"], to: ["mail", "search", "webhooks"] },
  "member.restored": { fields: ["user_id"], to: ["mail", "search", "webhooks"] },
  "member.removed": { fields: ["user_id"], to: ["mail", "search", "webhooks"] },

  // organization; subject is the organization, the invitation or the role
  "invitation.sent": { fields: ["invite_id", "role"], to: ["mail", "search", "webhooks"] },
  "invitation.resent": { fields: ["invite_id"], to: ["mail"] },
  "invitation.withdrawn": { fields: ["invite_id"], to: ["search", "webhooks"] },
  "invitation.expired": { fields: ["invite_id", "inviter_id"], to: ["notices", "webhooks"] },
  "invitation.removed": { fields: ["invite_id"], to: ["search"] },
  "organization.created": { fields: [], to: ["search"] },
  "organization.changed": { fields: [], to: ["search", "signatures"] },
  "organization.calendar-changed": { fields: ["calendar_version"], to: [] },
  "organization.factor-required": { fields: ["roles"], to: [] }, // of which roles now
  "organization.archived": { fields: [], to: ["mail", "notices", "search"] },
  "organization.restored": { fields: [], to: ["mail", "notices", "search"] },
  "organization.deletion-begun": { fields: [], to: ["search"] },
  "organization.deleted": { fields: [], to: [] },
  "organization.recovered": { fields: [], to: [] }, // subject is what was brought back from a backup
  "role.created": { fields: ["role_id"], to: [] },
  "role.changed": { fields: ["role_id"], to: [] },
  "role.removed": { fields: ["role_id"], to: [] },

  // key; subject is the key, `user_id` the admin
  "key.created": { fields: ["key_id", "user_id"], to: ["mail", "notices"] },
  "key.ended": { fields: ["key_id", "user_id"], to: ["mail", "notices"] },
  "key.expiring": { fields: ["key_id"], to: ["mail", "notices"] },

  // webhook; subject is the endpoint, `user_id` the admin
  "webhook.created": { fields: ["endpoint_id", "user_id"], to: ["mail", "notices"] },
  "webhook.changed": { fields: ["endpoint_id", "user_id"], to: ["mail", "notices"] },
  "webhook.rotated": { fields: ["endpoint_id", "user_id"], to: ["mail", "notices"] },
  "webhook.turned-off": { fields: ["endpoint_id", "user_id"], to: ["mail", "notices"] },
  "webhook.turned-on": { fields: ["endpoint_id", "user_id"], to: ["mail", "notices"] },
  "webhook.failing": { fields: ["endpoint_id"], to: ["mail", "notices"] },
  "webhook.given-up": { fields: ["endpoint_id"], to: ["mail", "notices"] },
  "webhook.delivery-asked": { fields: ["endpoint_id", "user_id", "delivery_id"], to: ["webhooks"] },
  "webhook.recovery-asked": { fields: ["endpoint_id", "user_id"], to: [] },
  "webhook.removed": { fields: ["endpoint_id", "user_id"], to: ["mail", "notices"] },

  // credential; subject is the credential. `user_id` is its creator
  "credential.created": { fields: ["cred_id", "user_id"], to: ["search", "analytics"] },
  "credential.changed": { fields: ["cred_id", "user_id"], to: ["search"] },
  "credential.submitted": { fields: ["cred_id", "user_id"], to: ["mail", "notices", "search"] },
  "credential.published": { fields: ["cred_id", "user_id"], to: ["search", "analytics", "badges", "webhooks"] },
  "credential.approved": {
    fields: ["cred_id", "user_id"],
    to: ["mail", "notices", "search", "analytics", "badges", "webhooks"],
  },
  "credential.rejected": { fields: ["cred_id", "user_id"], to: ["mail", "notices", "search"] },
  "credential.removed": { fields: ["cred_id", "user_id"], to: ["search"] },
  "credential.closed": { fields: ["cred_id", "user_id"], to: ["notices", "search", "webhooks"] },

  "credential.reviewer-lost": { fields: ["cred_id", "user_id", "reviewer_id"], to: ["notices"] },
  "credential.without-reviewers": { fields: ["cred_id", "user_id", "reviewer_id"], to: ["mail", "notices"] },

  "credential.unlisted": { fields: ["cred_id", "user_id"], to: ["search"] },
  "credential.listed": { fields: ["cred_id", "user_id"], to: ["search"] },

  // reviewer; subject is the reviewer's user id, which `user_id` repeats
  "reviewer.submitted": { fields: ["user_id"], to: ["mail", "notices"] },
  "reviewer.resubmitted": { fields: ["user_id"], to: ["mail", "notices"] },
  "reviewer.accepted": { fields: ["user_id"], to: ["mail", "notices", "analytics"] },
  "reviewer.rejected": { fields: ["user_id"], to: ["mail", "notices"] },
  "reviewer.suspended": { fields: ["user_id"], to: ["mail", "notices"] },
  "reviewer.reinstated": { fields: ["user_id"], to: ["mail", "notices"] },
  "reviewer.withdrawn": { fields: ["user_id"], to: [] },
  "reviewer.late": { fields: ["user_id"], to: ["mail", "notices"] },

  "bank.saved": { fields: ["user_id"], to: ["mail", "notices"] },
  "bank.changed": { fields: ["user_id"], to: ["mail", "notices"] },
  "reviewer.saved": { fields: ["user_id"], to: [] },
  "issuer.saved": { fields: ["user_id"], to: [] },

  // submission; subject is the application, `user_id` the learner
  "submission.saved": { fields: ["application_id", "cred_id", "user_id"], to: [] },
  "application.created": {
    fields: ["application_id", "cred_id", "user_id"],
    to: ["notices", "analytics", "search", "webhooks"],
  },
  "submission.submitted": {
    fields: ["application_id", "cred_id", "user_id", "credential_job_id"],
    to: ["analytics", "search", "webhooks"],
  },
  "submission.resubmitted": {
    fields: ["application_id", "cred_id", "user_id", "credential_job_id"],
    to: ["mail", "notices", "webhooks"],
  },
  "submission.revision-needed": {
    fields: ["application_id", "cred_id", "user_id", "credential_job_id", "waited_minutes?", "decided_days?", "round?"],
    to: ["mail", "notices", "analytics", "webhooks"],
  },
  "submission.completed": {
    fields: ["application_id", "cred_id", "user_id", "credential_job_id", "waited_minutes?", "decided_days?", "round?"],
    to: ["mail", "notices", "analytics", "badges", "signatures", "webhooks"],
  },
  "submission.revision-reminded": {
    fields: ["application_id", "cred_id", "user_id", "credential_job_id"],
    to: ["mail", "notices"],
  },
  "submission.revision-last-call": {
    fields: ["application_id", "cred_id", "user_id", "credential_job_id"],
    to: ["mail", "notices"],
  },
  "submission.closed": { fields: ["application_id", "cred_id", "user_id"], to: ["mail", "notices", "webhooks"] },
  "application.withdrawn": { fields: ["application_id", "cred_id", "user_id"], to: ["webhooks"] },
  "application.archive-told": {
    fields: ["application_id", "cred_id", "user_id", "reviewer_id?"],
    to: ["mail", "notices"],
  },
  "application.archive-ended": { fields: ["application_id", "cred_id", "user_id"], to: ["mail", "notices"] },
  "application.left": { fields: ["application_id", "cred_id", "user_id"], to: [] },
  "application.lapsed": { fields: ["application_id", "cred_id", "user_id"], to: ["notices", "webhooks"] },
  "certificate.hidden": { fields: ["application_id", "cred_id", "user_id"], to: ["signatures"] },
  "certificate.shown": { fields: ["application_id", "cred_id", "user_id"], to: ["signatures"] },

  // certificate; subject is the certificate, `user_id` the learner
  "certificate.revoked": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["mail", "notices", "search", "badges", "signatures", "webhooks"],
  },
  "certificate.replaced": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id", "replacement_id"],
    to: ["mail", "notices", "search", "badges", "signatures", "webhooks"],
  },
  "certificate.changed": { fields: ["certificate_id", "application_id", "cred_id", "user_id"], to: ["signatures"] },
  "certificate.erased": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["search", "badges", "signatures"],
  },
  "certificate.evidence-published": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["signatures"],
  },
  "certificate.evidence-ended": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["signatures"],
  },
  "certificate.correction-asked": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["mail", "notices", "search"],
  },
  "certificate.correction-withdrawn": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["search"],
  },
  "certificate.correction-declined": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["mail", "notices", "search"],
  },
  "certificate.correction-accepted": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: [],
  },
  "certificate.correction-ended": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["search"],
  },
  "certificate.expiring": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["mail", "notices"],
  },
  "certificate.expired": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["search", "signatures", "webhooks"],
  },
  "certificate.signed": {
    fields: ["certificate_id", "application_id", "cred_id", "user_id"],
    to: ["search", "webhooks"],
  },

  // job; subject is the job, `reviewer_id` its acceptor
  "job.created": { fields: ["credential_job_id", "application_id", "cred_id"], to: ["search"] },
  "job.accepted": {
    fields: [
      "credential_job_id",
      "application_id",
      "cred_id",
      "reviewer_id",
      "accepted_in_id",
      "reviewer_ties_version?",
      "learner_ties_version?",
      "waiver_version?",
    ],
    to: [],
  },
  "job.offered": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id"],
    to: ["mail", "notices"],
  },
  "job.reminder-asked": { fields: ["credential_job_id", "application_id", "cred_id"], to: [] },
  "job.offer-reminded": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id"],
    to: ["mail", "notices"],
  },
  "job.declined": { fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id"], to: [] },
  "job.reminded": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id"],
    to: ["mail", "notices"],
  },
  "job.due-reminded": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id?"],
    to: ["mail", "notices"],
  },
  "job.late": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id?"],
    to: ["mail", "notices"],
  },
  "submission.late": { fields: ["application_id", "cred_id", "user_id", "credential_job_id"], to: ["mail", "notices"] },
  "job.due-extended": { fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id"], to: [] },
  "job.tied": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id"],
    to: ["mail", "notices"],
  },
  "job.few-reviewers": { fields: ["credential_job_id", "application_id", "cred_id"], to: ["mail", "notices"] },
  "job.tie-waived": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id", "waiver_version", "waiver_ends_on?"],
    to: [],
  },
  "job.due-moved": {
    fields: ["credential_job_id", "application_id", "cred_id", "user_id?", "reviewer_id?"],
    to: ["mail", "notices"],
  },
  "anchor.saved": { fields: ["cred_id", "anchor_id"], to: [] },
  "anchor.removed": { fields: ["cred_id", "anchor_id"], to: [] },
  "anchor.keyed": { fields: ["cred_id", "anchor_id"], to: [] },
  "anchors.frozen": { fields: ["cred_id"], to: [] },
  "anchors.thawed": { fields: ["cred_id"], to: [] },
  "practice-consent.given": { fields: ["application_id", "cred_id", "user_id"], to: [] },
  "practice-consent.ended": { fields: ["application_id", "cred_id", "user_id"], to: [] },
  "calibration.started": { fields: ["cred_id", "reviewer_id", "calibration_version"], to: [] },
  "calibration.marked": { fields: ["cred_id", "reviewer_id", "anchor_id"], to: [] },
  "calibration.passed": { fields: ["cred_id", "reviewer_id", "calibration_version"], to: [] },
  "calibration.failed": { fields: ["cred_id", "reviewer_id", "calibration_version"], to: [] },
  "seeded-anchor.finished": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id", "anchor_id"],
    to: [],
  },
  "seeded-anchor.ended": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id", "anchor_id"],
    to: [],
  },
  "seeded-anchor.withdrawn": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id", "anchor_id"],
    to: [],
  },
  "look-back.opened": { fields: ["reviewer_id"], to: [] },
  "look-back.job-judged": { fields: ["reviewer_id", "credential_job_id"], to: [] },
  "look-back.closed": { fields: ["reviewer_id"], to: [] },
  "job.adjudication-needed": {
    fields: ["credential_job_id", "application_id", "cred_id", "round"],
    to: ["mail", "notices"],
  },
  "job.disputed-work-read": { fields: ["credential_job_id", "application_id", "cred_id", "round"], to: [] },
  "job.adjudicated": {
    fields: ["credential_job_id", "application_id", "cred_id", "round"],
    to: [],
  },
  "appeal.filed": { fields: ["credential_job_id", "application_id", "cred_id", "user_id"], to: ["mail", "notices"] },
  "appeal.lapsed": { fields: ["credential_job_id", "application_id", "cred_id", "user_id"], to: ["mail", "notices"] },
  "appeal.withdrawn": { fields: ["credential_job_id", "application_id", "cred_id", "user_id"], to: [] },
  "appeal.upheld": {
    fields: ["credential_job_id", "application_id", "cred_id", "user_id"],
    to: ["mail", "notices", "analytics"],
  },
  "appeal.overturned": {
    fields: ["credential_job_id", "application_id", "cred_id", "user_id"],
    to: ["mail", "notices", "analytics"],
  },
  "appeal.late": { fields: ["credential_job_id", "application_id", "cred_id", "user_id"], to: ["mail", "notices"] },
  "job.released": { fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id"], to: ["notices"] },
  "section.accepted": { fields: ["credential_job_id", "application_id", "section_id", "reviewer_id"], to: [] },
  "section.reopened": { fields: ["credential_job_id", "application_id", "section_id", "reviewer_id"], to: [] },
  "round.finalized": { fields: ["application_id", "cred_id", "user_id", "round", "seat_digests"], to: [] },
  "job.reassigned": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id"],
    to: ["mail", "notices"],
  },
  "section.rejected": { fields: ["credential_job_id", "application_id", "section_id", "reviewer_id"], to: [] },

  // payment; subject is the application (or the learner for credit), amounts in cents
  "payment.started": {
    fields: ["application_id", "cred_id", "user_id", "purchase?", "due_cents", "credit_cents"],
    to: [],
  },
  "payment.paid": {
    fields: [
      "application_id",
      "cred_id",
      "user_id",
      "purchase?",
      "price_cents",
      "due_cents",
      "credit_cents",
      ...splitNames,
      "method",
    ],
    to: ["mail", "notices", "analytics", "search", "webhooks"],
  },
  "payment.switched": { fields: ["application_id", "cred_id", "user_id", "purchase?"], to: [] },
  "payment.credited": {
    fields: ["application_id", "cred_id", "user_id", "purchase?", "price_cents", ...splitNames],
    to: ["mail", "notices", "analytics", "search", "webhooks"],
  },
  "payment.disputed": {
    fields: ["application_id", "cred_id", "user_id", "purchase?", "price_cents"],
    to: ["mail", "notices", "search"],
  },
  "payment.evidence-reminded": {
    fields: ["application_id", "cred_id", "user_id", "purchase?", "price_cents"],
    to: ["mail", "notices"],
  },
  "payment.dispute-won": {
    fields: ["application_id", "cred_id", "user_id", "purchase?", "price_cents"],
    to: ["mail", "notices"],
  },
  "payment.dispute-lost": {
    fields: ["application_id", "cred_id", "user_id", "purchase?", "price_cents", "due_cents", ...splitNames],
    to: ["mail", "notices", "analytics", "search"],
  },
  "payment.pay-released": {
    fields: ["application_id", "cred_id", "user_id", ...splitNames],
    to: ["analytics", "search"],
  },
  "payment.corrected": { fields: ["application_id", "cred_id", "user_id"], to: [] },
  "payment.failed": { fields: ["application_id", "cred_id", "user_id", "purchase?"], to: [] },
  "payment.duplicate": {
    fields: ["application_id", "cred_id", "user_id", "purchase?", "cents"],
    to: ["mail", "notices"],
  },
  "payment.owed": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id", "owed_cents", "review_minutes"],
    to: ["analytics"],
  },
  "payment.payable": {
    fields: [
      "credential_job_id",
      "application_id",
      "cred_id",
      "reviewer_id",
      "pay_cents",
      "owed_cents",
      "review_minutes",
      "anchor_id?",
    ],
    to: ["notices", "analytics"],
  },

  // organization; subject is the export
  "export.asked": { fields: ["export_id"], to: ["exports"] },

  // roster; subject is the import, `user_id` the admin who confirmed it
  "import.asked": { fields: ["import_id"], to: ["imports"] },
  "import.checked": { fields: ["import_id"], to: [] },
  "import.confirmed": { fields: ["import_id"], to: ["imports"] },
  "import.finished": { fields: ["import_id", "user_id"], to: ["mail", "notices"] },
  "import.undo-asked": { fields: ["import_id"], to: ["imports"] },
  "import.undone": { fields: ["import_id"], to: [] },
  "import.removed": { fields: ["import_id"], to: [] },

  // badgr; subject is the organization, the credential whose badge was made, or the application it is awarded for
  "badgr.connected": { fields: [], to: ["badges"] },
  "badgr.expired": { fields: [], to: ["mail", "notices"] },
  "badgr.disconnected": { fields: [], to: [] },
  "badge.made": { fields: ["cred_id"], to: [] },
  "badge.awarded": { fields: ["application_id", "cred_id", "user_id"], to: [] },
  "badge.failed": { fields: ["application_id", "cred_id", "user_id"], to: ["notices"] },
  "badge.given-up": { fields: ["application_id", "cred_id", "user_id"], to: ["notices"] },
  "badge.revoked": { fields: ["application_id", "cred_id", "user_id"], to: [] },
  "badge.not-revoked": { fields: ["application_id", "cred_id", "user_id"], to: ["notices"] },

  // payouts; subject is the job, or the run of payouts
  "payment.paid-out": {
    fields: ["credential_job_id", "application_id", "cred_id", "reviewer_id", "pay_cents", "run_id"],
    to: [],
  },
  "payout.sent": { fields: ["run_id", "user_id", "cents"], to: ["mail", "notices"] },

  // file; subject is the file's id
  "file.arrived": { fields: ["user_id"], to: ["recordings"] },
  "file.confirmed": { fields: ["user_id"], to: [] },
  "file.refused": { fields: ["user_id"], to: [] },
  "file.recording-refused": { fields: ["user_id"], to: ["notices"] },
  "file.infected": { fields: ["user_id"], to: ["notices"] },
  "file.locked": { fields: ["user_id"], to: ["notices"] },
  "file.not-scanned": { fields: ["user_id"], to: ["notices"] },
} as const satisfies Record<string, EventType>;

/** The type of an audit event. */
export type EventName = keyof typeof eventTypes;

type NumberName = `${string}cents` | `${string}_minutes` | `${string}_days` | `${string}_version` | "role" | "round";
type ValueOf<Field extends string> = Field extends NumberName ? number : string;
type RequiredField<Field extends string> = Field extends `${string}?` ? never : Field;
type OptionalField<Field extends string> = Field extends `${infer Name}?` ? Name : never;
type FieldsOf<Field extends string> = { readonly [Name in RequiredField<Field>]: ValueOf<Name> } & {
  readonly [Name in OptionalField<Field>]?: ValueOf<Name> | undefined;
};

/** The fields that an event's audit row carries besides who, what, from and to. Amounts and minutes are numbers, the rest ids. */
export type EventFields<Name extends EventName> = FieldsOf<(typeof eventTypes)[Name]["fields"][number]>;
