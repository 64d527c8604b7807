import type { EventName } from "../platform/events.ts";

/** The ids that public events may carry. */
type PublicField = "user_id" | "invite_id" | "cred_id" | "application_id" | "certificate_id" | "replacement_id";

/** A public event: which audit rows it is made of, what it tells, and where the API tells more. */
interface PublicEvent {
  readonly of: readonly EventName[];
  /** Ids that it takes from the row; nothing else of the row leaves. */
  readonly fields: readonly PublicField[];
  /** The state of its thing from then on. */
  readonly state: string;
  /** What happened, in a sentence. */
  readonly says: string;
  /** The call that tells more, with ids in braces. */
  readonly link: string;
}

const members = { fields: ["user_id"], link: "/organization/user/list" } as const;
const invitations = { fields: ["invite_id"], link: "/organization/user/list" } as const;
const credentials = { fields: ["cred_id"], link: "/credential/details?credential_id={cred_id}" } as const;
const applications = {
  fields: ["application_id", "cred_id", "user_id"],
  link: "/credential/application?application_id={application_id}",
} as const;
const certificates = {
  fields: ["certificate_id", "application_id", "cred_id", "user_id"],
  link: "/organization/certificate?certificate_id={certificate_id}",
} as const;

/**
 * What an organization's programs hear of, by the event's public name: ids and states alone. What only some people of an
 * organization may know is left out whole: reviewers' jobs and seats, marks before they are released, ties, keys, appeals.
 */
export const publicEvents = {
  "member.joined": { of: ["member.joined"], ...members, state: "active", says: "Someone joined the organization." },
  "member.changed": { of: ["member.changed"], ...members, state: "active", says: "A member’s role was changed." },
  "member.suspended": { of: ["member.suspended"], ...members, state: "suspended", says: "A member was suspended." },
  "member.restored": {
    of: ["member.restored"],
    ...members,
    state: "active",
    says: "A suspended member was let in again.",
  },
  "member.removed": { of: ["member.removed"], ...members, state: "removed", says: "A member was removed or left." },
  "invitation.sent": { of: ["invitation.sent"], ...invitations, state: "pending", says: "Someone was invited." },
  "invitation.withdrawn": {
    of: ["invitation.withdrawn"],
    ...invitations,
    state: "withdrawn",
    says: "An invitation was withdrawn.",
  },
  "invitation.expired": {
    of: ["invitation.expired"],
    ...invitations,
    state: "expired",
    says: "An invitation ended unanswered.",
  },
  "credential.published": {
    of: ["credential.published", "credential.approved"],
    ...credentials,
    state: "published",
    says: "A credential, or a new version of one, can be applied for.",
  },
  "credential.closed": {
    of: ["credential.closed"],
    ...credentials,
    state: "closed",
    says: "A credential takes no more applications.",
  },
  "application.created": {
    of: ["application.created"],
    ...applications,
    state: "applied",
    says: "A learner applied for a credential.",
  },
  "application.paid": { of: ["payment.paid"], ...applications, state: "paid", says: "An application was paid for." },
  "application.refunded": {
    of: ["payment.credited"],
    ...applications,
    state: "refunded",
    says: "The price of an application became product credit.",
  },
  "application.withdrawn": {
    of: ["application.withdrawn"],
    ...applications,
    state: "withdrawn",
    says: "A learner withdrew an application before paying.",
  },
  "application.lapsed": {
    of: ["application.lapsed"],
    ...applications,
    state: "lapsed",
    says: "An application ended because it wasn’t paid for.",
  },
  "submission.submitted": {
    of: ["submission.submitted"],
    ...applications,
    state: "submitted",
    says: "A learner submitted work for the first time.",
  },
  "submission.resubmitted": {
    of: ["submission.resubmitted"],
    ...applications,
    state: "submitted",
    says: "A learner submitted a revision.",
  },
  "submission.revision_needed": {
    of: ["submission.revision-needed"],
    ...applications,
    state: "revision_needed",
    says: "Reviewed work was sent back for a revision.",
  },
  "submission.completed": {
    of: ["submission.completed"],
    ...applications,
    state: "completed",
    says: "All sections were approved, and the credential is earned.",
  },
  "submission.closed": {
    of: ["submission.closed"],
    ...applications,
    state: "closed",
    says: "A submission ended without the credential.",
  },
  "certificate.issued": {
    of: ["certificate.signed"],
    ...certificates,
    state: "active",
    says: "A certificate was signed.",
  },
  "certificate.revoked": {
    of: ["certificate.revoked"],
    ...certificates,
    state: "revoked",
    says: "A certificate was revoked.",
  },
  "certificate.replaced": {
    of: ["certificate.replaced"],
    ...certificates,
    fields: [...certificates.fields, "replacement_id"],
    state: "replaced",
    says: "A certificate was replaced by another.",
  },
  "certificate.expired": {
    of: ["certificate.expired"],
    ...certificates,
    state: "expired",
    says: "A certificate ended on its last day.",
  },
} as const satisfies Record<string, PublicEvent>;

/** The public name of an event. */
export type PublicEventName = keyof typeof publicEvents;
/** Every public name, in the order of the table. */
export const publicEventNames = Object.keys(publicEvents) as [PublicEventName, ...PublicEventName[]];

/** What an event is about: ids, the organization's among them, and the state. */
type EventData = { readonly organization_id: string; readonly state: string } & {
  readonly [Field in PublicField]?: string;
};

/** An event as it is kept; where the API tells more follows from it. */
export interface KeptEvent {
  readonly event_id: string;
  readonly type: PublicEventName;
  readonly timestamp: string;
  readonly data: EventData;
}

/** An audit row, as far as a public event is made of it. */
export interface EventRow {
  readonly event_id: string;
  readonly type: string;
  readonly at: string;
  readonly organization_id: string;
  readonly [field: string]: unknown;
}

const nameOf = new Map<string, PublicEventName>(
  publicEventNames.flatMap((name) => publicEvents[name].of.map((type): [string, PublicEventName] => [type, name])),
);

/** The public event of an audit row; undefined where it has none: an appeal's fee is no payment of the application. */
export function publicEventOf(row: EventRow): KeptEvent | undefined {
  const { event_id, at: timestamp, organization_id } = row;
  const type = nameOf.get(row.type);
  if (type === undefined || organization_id === "" || row.purchase === "appeal") return undefined;
  const { fields, state }: PublicEvent = publicEvents[type];
  const ids = Object.fromEntries(fields.flatMap((field) => (row[field] ? [[field, String(row[field])]] : [])));
  return { event_id, type, timestamp, data: { organization_id, state, ...ids } };
}

/** An event as it leaves, with where the API tells more; `api` is the address of the public calls. */
export function toldEvent({ event_id, type, timestamp, data }: KeptEvent, api: string) {
  const link =
    api + publicEvents[type].link.replace(/\{(\w+)\}/g, (_, field: string) => data[field as PublicField] ?? "");
  return { event_id, type, timestamp, data: { ...data, link } };
}
