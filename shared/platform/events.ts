import type { EventType } from "./event-type.ts";
import { splitNames } from "./money.ts";
import { ofApplication, ofReview, workEvents } from "./work-events.ts";

// the ids by which rows name what they are about
const ofPurchase = ["application_id", "cred_id", "user_id", "purchase?"] as const;

/**
 * Every type of audit event, by domain. An audit row is also the event: mails, notices, search words and figures follow
 * from it (`to`). A test compares this table with what the functions write, both ways. `to` names queues; their workers
 * stand in lib/workers.ts.
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

  ...workEvents,

  // payment; subject is the application (or the learner for credit), amounts in cents; the job is the first seat that ended
  // with the sale, and its reviewers are told by events of their own
  "payment.started": { fields: [...ofPurchase, "due_cents", "credit_cents"], to: [] },
  "payment.paid": {
    fields: [...ofPurchase, "price_cents", "due_cents", "credit_cents", ...splitNames, "method"],
    to: ["mail", "notices", "analytics", "search", "webhooks"],
  },
  "payment.switched": { fields: ofPurchase, to: [] },
  "payment.credited": {
    fields: [...ofPurchase, "credential_job_id?", "price_cents", ...splitNames],
    to: ["mail", "notices", "analytics", "search", "webhooks"],
  },
  "payment.disputed": { fields: [...ofPurchase, "price_cents"], to: ["mail", "notices", "search"] },
  "payment.evidence-reminded": { fields: [...ofPurchase, "price_cents"], to: ["mail", "notices"] },
  "payment.dispute-won": { fields: [...ofPurchase, "price_cents"], to: ["mail", "notices"] },
  "payment.dispute-lost": {
    fields: [...ofPurchase, "credential_job_id?", "price_cents", "due_cents", ...splitNames],
    to: ["mail", "notices", "analytics", "search"],
  },
  "payment.pay-released": { fields: [...ofApplication, ...splitNames], to: ["analytics", "search"] },
  "payment.corrected": { fields: ofApplication, to: [] },
  "payment.failed": { fields: ofPurchase, to: [] },
  "payment.duplicate": { fields: [...ofPurchase, "cents"], to: ["mail", "notices"] },
  "payment.owed": { fields: [...ofReview, "owed_cents", "review_minutes"], to: ["analytics"] },
  "payment.payable": {
    fields: [...ofReview, "pay_cents", "owed_cents", "review_minutes", "anchor_id?"],
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
  "badge.awarded": { fields: ofApplication, to: [] },
  "badge.failed": { fields: ofApplication, to: ["notices"] },
  "badge.given-up": { fields: ofApplication, to: ["notices"] },
  "badge.revoked": { fields: ofApplication, to: [] },
  "badge.not-revoked": { fields: ofApplication, to: ["notices"] },

  // payouts; subject is the job, or the run of payouts
  "payment.paid-out": { fields: [...ofReview, "pay_cents", "run_id"], to: [] },
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
