import { clock } from "../runtime/clock.ts";
import type { Key } from "./keys/key.ts";
import { platformKeys } from "./keys/platform.ts";
import { put, remove, type Step } from "./steps.ts";
import { transact } from "./table.ts";

/** What the clock has to do, by kind; each kind is a partition of its own, the earliest first. */
export type DeadlineKind =
  | "credential-expiry"
  | "job-reminder"
  | "job-release"
  | "job-pay"
  | "job-due"
  | "job-wave"
  | "anchor-seeding" // this and reviewer-departure stay as they were first stored
  | "anchor-end"
  | "review-reminder"
  | "organization-calendar"
  | "revision-reminder"
  | "revision-last-call"
  | "revision-end"
  | "unpaid-end"
  | "upload-end"
  | "invitation-end"
  | "invitation-removal"
  | "import-step"
  | "import-removal"
  | "reviewer-decision"
  | "notice-end"
  | "reviewer-offers"
  | "reviewer-departure"
  | "person-ties"
  | "ties-turn"
  | "person-pause"
  | "person-return"
  | "organization-listing"
  | "evidence-reminder"
  | "archive-notice"
  | "archive-end"
  | "organization-deletion"
  | "person-erasure"
  | "certificate-erasure"
  | "certificate-validity"
  | "status-list"
  | "key-expiry"
  | "webhook-delivery"
  | "factor-reset";

/** When the clock has to look at a thing: ISO texts, or calendar dates where the day is exact enough. */
export type Deadlines = Partial<Record<DeadlineKind, string>>;

/** One thing the clock has to look at. */
export interface Deadline {
  readonly kind: DeadlineKind;
  readonly at: string;
  readonly reference: Key;
}

const keyOf = ({ kind, at, reference }: Deadline): Key => platformKeys.deadline(kind, at, reference);

/**
 * The steps that make a thing due as it is from now on, for the transaction that changes it. A thing says itself, from
 * what is stored of it, when it is due; so a deadline left over by a race is known by no longer being among the thing's deadlines.
 */
export function schedule(reference: Key, before: Deadlines, after: Deadlines): Step[] {
  const kinds = new Set([...Object.keys(before), ...Object.keys(after)] as DeadlineKind[]);
  return [...kinds].flatMap((kind) => {
    if (before[kind] === after[kind]) return [];
    const [left, entered] = [before[kind], after[kind]];
    return [
      ...(left === undefined ? [] : [remove(keyOf({ kind, at: left, reference }))]),
      ...(entered === undefined ? [] : [begin({ kind, at: entered, reference })]),
    ];
  });
}

/** The step that makes a thing due, whatever else it is due for. */
export const begin = (deadline: Deadline): Step =>
  put(keyOf(deadline), { at: deadline.at, ref_pk: deadline.reference.pk, ref_sk: deadline.reference.sk });

/** The step that makes the clock look at a thing at its next opportunity. */
export const dueNow = (kind: DeadlineKind, reference: Key): Step => begin({ kind, at: clock.iso(), reference });

const SOON_MS = 60_000;

/** The step that makes the clock look at a thing in a minute, when requests that began before have ended. */
export const dueSoon = (kind: DeadlineKind, reference: Key): Step =>
  begin({ kind, at: new Date(clock.now() + SOON_MS).toISOString(), reference });

/** The step that ends a deadline; refused with `state.changed` when somebody else has ended it. */
export const finish = (deadline: Deadline): Step => remove(keyOf(deadline), { where: {} });

/** Ends a deadline whose thing has moved on. */
export const drop = (deadline: Deadline): Promise<void> => transact([finish(deadline)]);

const DAY_MS = 86_400_000;

/** An ISO text that many days later. */
export const daysAfter = (at: string, days: number): string => new Date(Date.parse(at) + days * DAY_MS).toISOString();

/** The calendar date (UTC) that many days later: several changes on a day are due together. */
export const dateAfter = (at: string, days: number): string => daysAfter(at, days).slice(0, 10);
