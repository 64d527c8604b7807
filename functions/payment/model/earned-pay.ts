import { createHash } from "node:crypto";
import { encodeTime } from "ulid";
import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { Payment } from "../../../shared/payment/payment.ts";
import { payEntry } from "../../../shared/payment/rules.ts";
import { payAlone, splitByWeight } from "../../../shared/platform/money.ts";
import type { Job } from "../../../shared/review/job.ts";
import { isAbout, withVerdicts } from "../../../shared/review/rules.ts";
import type { Application, ApplicationSection } from "../../../shared/submission/submission.ts";
import { audit } from "../../data/audit.ts";
import { dueNow } from "../../data/deadlines.ts";
import { idLetters, newId, now } from "../../data/ids.ts";
import { earnedSort, paymentKeys, paymentViews, payoutSort } from "../../data/keys/payment.ts";
import { platformKeys } from "../../data/keys/platform.ts";
import { isDated, submissionKeys, submissionViews } from "../../data/keys/submission.ts";
import { countedIn } from "../../data/period.ts";
import { countIn, relist } from "../../data/relist.ts";
import { add, change, create, type Step } from "../../data/steps.ts";
import { batchGet, transact } from "../../data/table.ts";
import { bill } from "./billing.ts";
import { post } from "./ledger.ts";

/** What a completed review earned, as stored: one per job, never a second. */
export const Payout = z.object({
  credential_job_id: z.string(),
  application_id: z.string(),
  organization_id: z.string(),
  cred_id: z.string(),
  /** The reviewer. */
  user_id: z.string(),
  /** The reviewer once more, where somebody else finished the job: then this is a part of its pay. */
  part: z.string().optional(),
  title: z.string(),
  issuer_name: z.string(),
  pay_cents: z.number().int(),
  review_minutes: z.number().int(),
  reviewer_hourly_rate_cents: z.number().int(),
  status: z.enum(["due", "paid"]),
  due_on: z.string(),
  paid_on: z.string().optional(),
  /** Of a later seat whose round is still under review: staff's figures and history do not have it yet. */
  awaits_round: z.literal(true).optional(),
});
export type Payout = z.infer<typeof Payout>;

/** What a reviewer earned in an organization, and what counts that of a payout's month. */
export const payoutViewsOf = ({
  user_id,
  organization_id,
  due_on,
}: Pick<Payout, "user_id" | "organization_id" | "due_on">) =>
  countedIn(due_on).map((month) => paymentViews.payouts(user_id, organization_id, month)) as [
    all: string,
    month: string,
  ];

/** What a reviewer earned of a job: the minutes of the sections they decided last, and their part of its pay. */
export interface EarnedPart {
  readonly user_id: string;
  readonly minutes: number;
  readonly cents: number;
}

/** Nobody: the minutes of sections that nobody has decided. */
const undecided = "";

/** Whether a section was decided: it is, or it was rejected and is being revised. */
const wasDecided = ({ status }: Pick<ApplicationSection, "status">, { round }: Pick<Application, "round">): boolean =>
  status === "accepted" || status === "rejected" || (status === "draft" && round > 0);

/**
 * Who earned what of a job by now: its pay by the minutes of the sections each decided last, by largest remainder, ties to
 * the one who has the job. Verdicts of a round that is not finalized count; sections decided before that was kept count for
 * the one who has it.
 */
export function earnedParts(job: Job, application: Pick<Application, "sections" | "round">): EarnedPart[] {
  const { acceptor, reviewer_pay_cents } = job;
  const minutes = new Map<string, number>();
  for (const section of judgedBy(job, application)) {
    const isOlder = job.seat === "first" && wasDecided(section, application);
    const decider = section.decided_by ?? (isOlder ? acceptor : undefined) ?? undecided;
    minutes.set(decider, (minutes.get(decider) ?? 0) + section.review_estimate);
  }
  const cents = splitByWeight(reviewer_pay_cents, [...minutes], acceptor);
  return [...minutes]
    .filter(([user_id]) => user_id !== undecided)
    .map(([user_id, own]) => ({ user_id, minutes: own, cents: cents.get(user_id) ?? 0 }));
}

/** The sections a job is paid for, with who decided each there last. */
function judgedBy(job: Job, application: Pick<Application, "sections" | "round">): ApplicationSection[] {
  if (job.seat === "first") return withVerdicts(application, job);
  return application.sections
    .filter(({ section_id }) => isAbout(job, section_id))
    .map((section) => ({
      ...section,
      decided_by: job.verdicts.find(({ section_id }) => section_id === section.section_id)?.decided_by,
    }));
}

/** What of a job's pay was earned by now, in cents. */
export const earnedCents = (job: Job | undefined, application: Parameters<typeof earnedParts>[1]): number =>
  job ? earnedParts(job, application).reduce((sum, { cents }) => sum + cents, 0) : 0;

type PaidApplication = Pick<
  Application,
  "application_id" | "organization_id" | "cred_id" | "title" | "issuer_name" | "price_cents" | "sections" | "round"
>;

/**
 * What a job that has ended earns, for the transaction that ends it: a payout, due from now, once per job and reviewer; the
 * ledger; and for a free credential the line of what the organization owes. With audit rows. A transaction has room for one
 * of those who decided for it, the one who has it first; the clock pays the others ({@link payOthers}).
 */
export function earnPay(job: Job, application: PaidApplication): Step[] {
  const [first, ...others] = partsInOrder(job, application);
  return [
    ...(first ? partSteps(job, application, first) : []),
    ...(others.length > 0 ? [dueNow("job-pay", submissionKeys.job(job.credential_job_id))] : []),
  ];
}

/**
 * Pays those of a job that has ended who are not paid yet, each in a transaction of its own. What the organization owes for
 * a later seat stands in its billing history and figures once the round has ended.
 */
export async function payOthers(job: Job, application: PaidApplication): Promise<void> {
  const parts = partsInOrder(job, application);
  const fee = job.seat === "appeal" ? await spentFeeCents(application) : 0;
  const paid = await batchGet(parts.map((part) => paymentKeys.payout(job.credential_job_id, partOf(job, part))));
  for (const part of parts.filter((_, index) => paid[index] === undefined))
    await transact(partSteps(job, application, part, fee));
  if (job.seat === "first" || job.status === "awaitingResult" || fee > 0) return;
  const { credential_job_id } = job;
  const payouts = await batchGet(parts.map((part) => paymentKeys.payout(credential_job_id, partOf(job, part))));
  const entries = parts.map((part, index) => {
    const payout = Payout.parse(payouts[index]);
    const { completed_on: at = payout.due_on } = job; // its round's end
    return { part, at, entry_id: entryOf(payout, at), formerId: entryOf(payout, payout.due_on) };
  });
  const billed = await batchGet(
    entries.flatMap(({ part, ...ids }) =>
      [ids.entry_id, ids.formerId].map((id) => paymentKeys.billing(part.user_id, id)),
    ),
  );
  for (const [index, { part, at, entry_id }] of entries.entries()) {
    const { user_id, cents } = part;
    const isOwed = cents > 0 && (billed[2 * index] ?? billed[2 * index + 1]) === undefined;
    const steps = [
      ...(isOwed ? owedSteps(application, { entry_id, credential_job_id, user_id, cents, at }) : []),
      ...(payouts[index]?.awaits_round === true ? shownSteps(job, application, part) : []),
    ];
    if (steps.length > 0) await transact(steps);
  }
}

/** The steps with which the pay of a later seat comes into its organization's figures, once its round has ended. */
function shownSteps(job: Job, { application_id, organization_id, cred_id }: PaidApplication, part: EarnedPart): Step[] {
  const { credential_job_id } = job;
  return [
    change(
      paymentKeys.payout(credential_job_id, partOf(job, part)),
      { set: { awaits_round: undefined } },
      { where: { awaits_round: true } },
    ),
    audit("payment.owed", {
      organization_id,
      actor_id: "system",
      subject_id: credential_job_id,
      credential_job_id,
      application_id,
      cred_id,
      reviewer_id: part.user_id,
      owed_cents: part.cents,
      review_minutes: part.minutes,
    }),
  ];
}

/** What of an appeal's fee pays its seat; once the appeal has ended that stays. */
async function spentFeeCents({ application_id }: PaidApplication): Promise<number> {
  const [fee] = await batchGet([paymentKeys.payment(application_id, "appeal")]);
  return fee ? (Payment.parse(fee).spent_cents ?? 0) : 0;
}

/**
 * The line of what is owed for a later seat: always the same of a job and person, so that none is written twice. It sorts by
 * `at`; one that the release before wrote, by when the pay was due.
 */
function entryOf({ credential_job_id, part }: Payout, at: string): string {
  const dated = isDated(credential_job_id);
  if (dated && part === undefined) return credential_job_id.replace(/^job_/, "pay_");
  const digest = createHash("sha256")
    .update(`${credential_job_id} ${part ?? ""}`)
    .digest();
  const letters = [...digest.subarray(0, 16)].map((byte) => idLetters[byte % idLetters.length]);
  const moment = dated ? credential_job_id.slice(4, 14) : encodeTime(Date.parse(at));
  return `pay_${moment}${letters.join("")}`;
}

/** The one who has the job first. */
const partsInOrder = (job: Job, application: PaidApplication): EarnedPart[] =>
  earnedParts(job, application).toSorted(
    (one, other) => Number(other.user_id === job.acceptor) - Number(one.user_id === job.acceptor),
  );

/** By what the pay of somebody is told from that of the one who has the job. */
const partOf = ({ acceptor }: Job, { user_id }: EarnedPart): string | undefined =>
  user_id === acceptor ? undefined : user_id;

function partSteps(job: Job, application: PaidApplication, earned: EarnedPart, feeCents = 0): Step[] {
  const { user_id, minutes, cents } = earned;
  const { credential_job_id, reviewer_hourly_rate_cents, seat } = job;
  const { application_id, organization_id, cred_id, title, issuer_name } = application;
  const price_cents = seat === "first" ? application.price_cents : feeCents; // no other sale pays for a later seat
  const awaitsRound = job.status === "awaitingResult";
  const at = now();
  const ids = { credential_job_id, application_id, cred_id };
  const part = partOf(job, earned);
  const status = cents > 0 ? "due" : "paid"; // nothing is paid out of nothing
  const key = paymentKeys.payout(credential_job_id, part);
  const payout: Payout = {
    ...ids,
    ...(part && { part }),
    organization_id,
    user_id,
    title,
    issuer_name,
    pay_cents: cents,
    review_minutes: minutes,
    reviewer_hourly_rate_cents,
    status,
    due_on: at,
    ...(status === "paid" && { paid_on: at }),
    ...(awaitsRound && { awaits_round: true }),
  };
  const [all, month] = payoutViewsOf(payout);
  const due = status === "due" ? [paymentViews.duePayouts(organization_id), paymentViews.allDuePayouts()] : [];
  return [
    create(key, payout, { otherwise: new Problem("state.changed") }),
    ...relist(key, earnedSort(payout), [], [all]),
    ...relist(key, payoutSort(payout), [], [paymentViews.earnings(user_id), ...due]),
    countIn(month, 1),
    ...[all, month, submissionViews.reviewerJobs(user_id, "completed")].map((view) =>
      add(platformKeys.amounts(view), { pay_cents: cents }),
    ),
    ...post(payEntry(cents, price_cents), { organization_id, event: seat === "first" ? "pay" : "seat", at, ...ids }),
    ...(seat === "first" && price_cents === 0 && cents > 0
      ? owedSteps(application, { entry_id: newId("pay"), credential_job_id, user_id, cents, at })
      : []),
    audit("payment.payable", {
      organization_id,
      actor_id: "system",
      subject_id: credential_job_id,
      ...ids,
      reviewer_id: user_id,
      pay_cents: cents,
      owed_cents: price_cents === 0 && !awaitsRound ? cents : 0,
      review_minutes: awaitsRound ? 0 : minutes,
      ...(job.seat === "anchor" && { anchor_id: job.anchor.anchor_id }),
      to: status,
    }),
  ];
}

/** The line of billing history that says what an organization owes for a review that no sale pays for. */
const owedSteps = (
  { organization_id, application_id, cred_id, title }: PaidApplication,
  {
    entry_id,
    credential_job_id,
    user_id,
    cents,
    at,
  }: Record<"entry_id" | "credential_job_id" | "user_id" | "at", string> & { cents: number },
): Step[] =>
  bill({
    entry_id,
    at,
    kind: "pay",
    organization_id,
    credential_job_id,
    application_id,
    cred_id,
    title,
    user_id,
    price_cents: 0,
    card_cents: 0,
    credit_cents: 0,
    ...payAlone(cents),
  });
