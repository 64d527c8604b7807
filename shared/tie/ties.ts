import * as z from "zod";
import { ApplicationId, OrganizationId, Timestamp, UserId } from "../http/fields.ts";
import { lookOf } from "../http/text.ts";
import type { DeclaredTie, TieKind, Ties } from "./declared-ties.ts";

/** Why somebody may not be the one to judge another's work, the gravest first. */
export const tieReasons = [
  "self",
  "family",
  "business",
  "supervisor",
  "coauthor",
  "employer",
  "ownStaff",
  "emailDomain",
  "exchange",
  "creator",
] as const;

/** A reason, and whether it keeps the reviewer from the work (`hard`) or is only to be known (soft). */
export const Conflict = z.object({
  reason: z.enum(tieReasons),
  /** It keeps the reviewer from the work, unless an admin waives it. */
  hard: z.boolean(),
});
export type Conflict = z.infer<typeof Conflict>;

/** An admin's leave for a reviewer to judge one submission in spite of a tie, until a moment. */
export const Waiver = z.object({
  application_id: ApplicationId,
  organization_id: OrganizationId,
  reviewer_id: UserId,
  reason: z.string(),
  /** The last second of its last day. */
  ends_on: Timestamp,
  given_by: UserId,
  given_on: Timestamp,
  version: z.number().int(),
});
export type Waiver = z.infer<typeof Waiver>;

/** A person with what they have declared. */
export interface Declarant {
  readonly user_id: string;
  readonly email: string;
  readonly ties?: Pick<Ties, "employers" | "people"> | undefined;
  /** Of a reviewer: when the learner last reviewed work of theirs. */
  readonly reviewed_on?: string | undefined;
}

/** What the work is for. */
export interface TiedWork {
  /** The organization whose credential it is. */
  readonly organization_name: string;
  /** Who wrote the credential. */
  readonly created_by: string;
}

/** Years after its end in which a tie still counts; the others count for life. */
const yearsAfterEnd: Partial<Record<TieKind, number>> = { supervisor: 3, coauthor: 3 };
const employerYears = 1;
const exchangeYears = 1;

/** Where anybody can have an address, so that sharing it says nothing. */
const commonMailDomains = new Set([
  "aol.com",
  "gmail.com",
  "gmx.com",
  "googlemail.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "mail.com",
  "me.com",
  "msn.com",
  "outlook.com",
  "proton.me",
  "protonmail.com",
  "yahoo.com",
]);

/** Whether something that ended on a day still counts on another, so many years after; dates as texts. */
const countsOn = (today: string, ended_on: string | undefined, years: number): boolean =>
  ended_on === undefined || today <= `${Number(ended_on.slice(0, 4)) + years}${ended_on.slice(4)}`;

const mailDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/**
 * What stands between a reviewer and a learner's work on a day (calendar date): shared/tie/README.md, "Ties". Either side's
 * declaration counts, by the other's e-mail address; an address that is empty is nobody's.
 */
export function conflictsOf(reviewer: Declarant, learner: Declarant, work: TiedWork, today: string): Conflict[] {
  const found = new Set<Conflict["reason"]>();
  const declared = [...towards(reviewer, learner), ...towards(learner, reviewer)];
  if (reviewer.user_id === learner.user_id) found.add("self");
  for (const { kind, ended_on } of declared) {
    const years = yearsAfterEnd[kind];
    if (years === undefined || countsOn(today, ended_on, years)) found.add(kind);
  }
  const learners = employersOn(today, learner);
  for (const employer of employersOn(today, reviewer))
    if (learners.has(employer)) found.add(employer === lookOf(work.organization_name) ? "ownStaff" : "employer");
  const domain = mailDomain(reviewer.email);
  if (domain !== "" && domain === mailDomain(learner.email) && !commonMailDomains.has(domain)) found.add("emailDomain");
  const reviewed = reviewer.reviewed_on?.slice(0, 10);
  if (reviewed !== undefined && countsOn(today, reviewed, exchangeYears)) found.add("exchange");
  if (reviewer.user_id === work.created_by) found.add("creator");
  const soft: readonly Conflict["reason"][] = ["ownStaff", "emailDomain", "exchange", "creator"];
  return tieReasons.filter((reason) => found.has(reason)).map((reason) => ({ reason, hard: !soft.includes(reason) }));
}

const towards = ({ ties }: Declarant, { email }: Declarant): readonly DeclaredTie[] =>
  email === "" ? [] : (ties?.people ?? []).filter((each) => each.email === email.toLowerCase());

const employersOn = (today: string, { ties }: Declarant): ReadonlySet<string> =>
  new Set(
    (ties?.employers ?? [])
      .filter(({ ended_on }) => countsOn(today, ended_on, employerYears))
      .map(({ name }) => lookOf(name)),
  );

/** Whether a waiver counts at a moment (ISO text): to its last second. */
export const isInForce = (waiver: Pick<Waiver, "ends_on"> | undefined, at: string): boolean =>
  waiver !== undefined && at <= waiver.ends_on;

/** Whether conflicts keep a reviewer from the work: a hard one that is not waived. Nobody's own work can be. */
export const isTied = (conflicts: readonly Conflict[], isWaived: boolean): boolean =>
  conflicts.some(({ reason, hard }) => hard && (reason === "self" || !isWaived));
