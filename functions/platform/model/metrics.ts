import { decodeTime } from "ulid";
import type { Counted } from "../../../shared/organization/analytics.ts";
import { negated, splitNames } from "../../../shared/platform/money.ts";
import { idIn, type Message } from "../../chain/event.ts";
import { decisionAttribute } from "../../submission/model/decision-times.ts";

/** What an event adds to a month, and whether to its credential's month too. */
export interface Addition {
  readonly month: string;
  readonly counted: Counted & Readonly<Record<string, number>>;
  readonly cred_id?: string;
  /** Business days that a first decision took, where one was promised. */
  readonly decided_days?: number;
}

const cents = (event: Message, name: string): number => Number(event[name] ?? 0);

/** Revenue and its shares as an event of money carries them. */
const money = (event: Message): Counted => ({
  revenue_cents: cents(event, "price_cents"),
  ...Object.fromEntries(splitNames.map((name) => [name, cents(event, name)])),
});

const takenBack = (event: Message): Counted => negated(money(event));

/** A decision counts when it was the first: only then does the event say how long the learner waited. */
const firstDecision = ({ waited_minutes }: Message): Counted =>
  waited_minutes === undefined ? {} : { first_decisions: 1, first_decision_minutes: Number(waited_minutes) };

/** What events add to the figures of an organization's month alone. */
const ofOrganization: Readonly<Record<string, Record<string, number>>> = {
  "member.joined": { members_joined: 1 },
  "credential.created": { credentials_created: 1 },
  "credential.published": { credentials_published: 1 },
  "credential.approved": { credentials_published: 1 },
  "reviewer.accepted": { reviewers_accepted: 1 },
};

/** What the organization pays for reviews: of a later seat once its round has ended, by an event of its own. */
const owed = (event: Message): Counted => ({
  reviewer_minutes: event.anchor_id === undefined ? Number(event.review_minutes ?? 0) : 0,
  // a sale's reviewer is in the sale's split; a free credential's is owed by the organization
  reviewer_pay_cents: cents(event, "owed_cents"),
});

/** What events add to the figures of an organization's month and of their credential's. Amounts in cents. */
const ofCredential: Readonly<Record<string, (event: Message) => Counted>> = {
  "application.created": () => ({ applications: 1 }),
  "submission.submitted": () => ({ submissions: 1 }),
  "submission.revision-needed": firstDecision,
  "submission.completed": (event) => ({ completions: 1, ...firstDecision(event) }),
  "payment.paid": money,
  "payment.credited": takenBack,
  "payment.dispute-lost": takenBack,
  "payment.pay-released": money,
  "payment.payable": owed,
  "payment.owed": owed,
};

/**
 * What an event adds to figures, in the month (UTC) in which it happened. A completion also counts for the month in
 * which the learner applied, so that a completion rate is of people and never above 1. Whether an application is the
 * learner's first in the organization is not the event's to say.
 */
export function additionsOf(event: Message): Addition[] {
  if (event.organization_id === "") return [];
  const month = event.at.slice(0, 7);
  const own = ofOrganization[event.type];
  if (own) return [{ month, counted: own }];
  const counted = ofCredential[event.type]?.(event) ?? {};
  if (Object.values(counted).every((value) => value === 0)) return [];
  const cred_id = idIn(event, "cred_id");
  if (event.anchor_id !== undefined) return [{ month, counted }]; // an anchor's pay is owed, and of no credential's figures
  const { decided_days } = event;
  const additions = [
    { month, counted, cred_id, ...(decided_days !== undefined && { decided_days: Number(decided_days) }) },
  ];
  if (event.type !== "submission.completed") return additions;
  const applied = new Date(decodeTime(idIn(event, "application_id").slice(4))).toISOString().slice(0, 7);
  return [...additions, { month: applied, counted: { applications_completed: 1 }, cred_id }];
}

/**
 * Additions as the attributes of the items that keep them: by month for the organization, in one item per credential, and
 * how many decisions took how many days in one of the organization's.
 */
export function attributesOf(additions: readonly Addition[]) {
  const months: Record<string, Record<string, number>> = {};
  const credentials: Record<string, Record<string, number>> = {};
  const decisions: Record<string, number> = {};
  const add = (to: Record<string, number>, name: string, value: number) => {
    if (value !== 0) to[name] = (to[name] ?? 0) + value;
  };
  for (const { month, counted, cred_id, decided_days } of additions) {
    if (decided_days !== undefined) add(decisions, decisionAttribute(decided_days), 1);
    for (const [name, value] of Object.entries(counted)) {
      months[month] ??= {};
      add(months[month], name, value);
      if (!cred_id) continue;
      credentials[cred_id] ??= {};
      add(credentials[cred_id], `${month}.${name}`, value);
    }
  }
  return { months, credentials, decisions };
}
