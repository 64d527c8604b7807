import * as z from "zod";
import { splitPrice } from "../../shared/credential/money.ts";
import { Problem } from "../../shared/http/problems.ts";
import type { Job } from "../../shared/job/job.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import {
  duplicateEntry,
  type Entry,
  feeEntry,
  isSold,
  payEntry,
  saleEntry,
  sumOf,
} from "../../shared/payment/rules.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { newId, now } from "../data/ids.ts";
import { keys, type ProviderMark, views } from "../data/keys.ts";
import { relist } from "../data/list.ts";
import { change, check, create, type Step, type Where } from "../data/table.ts";
import { log } from "../process/log.ts";
import { moveApplication } from "../submission/application.ts";
import { giveCredit, spendCredit } from "./credit.ts";

/** What a completed review earned, as stored: one per job, never a second. */
export const Payout = z.object({
  credential_job_id: z.string(),
  application_id: z.string(),
  organization_id: z.string(),
  cred_id: z.string(),
  /** The reviewer. */
  user_id: z.string(),
  title: z.string(),
  issuer_name: z.string(),
  pay_cents: z.number().int(),
  review_minutes: z.number().int(),
  reviewer_hourly_rate_cents: z.number().int(),
  status: z.enum(["due", "paid"]),
  due_on: z.string(),
  paid_on: z.string().optional(),
});
/** See {@link Payout}. */
export type Payout = z.infer<typeof Payout>;

/** A line of billing history as stored. Amounts in cents. */
export const BillingRecord = z.object({
  entry_id: z.string(),
  at: z.string(),
  kind: z.enum(["charge", "pay", "refund"]),
  organization_id: z.string(),
  application_id: z.string(),
  credential_job_id: z.string().optional(),
  cred_id: z.string(),
  title: z.string(),
  user_id: z.string(),
  price_cents: z.number().int(),
  card_cents: z.number().int(),
  credit_cents: z.number().int(),
  reviewer_pay_cents: z.number().int(),
  issuer_share_cents: z.number().int(),
  platform_share_cents: z.number().int(),
  organization_share_cents: z.number().int(),
  /** Of a charge: when it became product credit. */
  refunded_on: z.string().optional(),
});
/** See {@link BillingRecord}. */
export type BillingRecord = z.infer<typeof BillingRecord>;

/** The amounts of a billing record, which the sums of its views add up. */
export const amountNames = [
  "price_cents",
  "card_cents",
  "credit_cents",
  "reviewer_pay_cents",
  "issuer_share_cents",
  "platform_share_cents",
  "organization_share_cents",
] as const satisfies readonly (keyof BillingRecord)[];

/** The views a moment belongs to: of all time, of its year, of its month (UTC). */
export const periodsOf = (at: string): (string | undefined)[] => [undefined, at.slice(0, 4), at.slice(0, 7)];

/** Posts an entry to the ledger. Throws when its amounts do not sum to zero: then a rule is wrong, not a person. */
export function post(
  entry: Entry,
  about: { organization_id: string; event: string; at: string; [id: string]: string },
): Step[] {
  if (sumOf(entry) !== 0) {
    log("error", "ledger_imbalance", { organization_id: about.organization_id, event_type: about.event });
    throw new Error(`The ledger entry of ${about.event} sums to ${sumOf(entry)} cents.`);
  }
  if (Object.keys(entry).length === 0) return [];
  const entry_id = newId("evt");
  return [create(keys.ledger(about.organization_id, about.at.slice(0, 7), entry_id), { ...about, entry_id, entry })];
}

/** Writes a line of billing history into its lists, and adds it to their sums. */
export function bill(row: BillingRecord): Step[] {
  const lists = periodsOf(row.at).map((period) => views.billing(row.organization_id, period));
  const key = keys.billing(row.user_id, row.entry_id);
  const add = Object.fromEntries(amountNames.map((name) => [name, row[name]]));
  return [
    create(key, row),
    ...relist(key, row.entry_id, [], lists),
    ...lists.map((view) => change(keys.amounts(view), { add }, { orCreate: true })),
  ];
}

/** A payment that succeeded: its record as it is to be, and as it is stored before (absent: there is none yet). */
export interface Success {
  readonly payment: Payment;
  readonly before?: Payment;
  readonly application: Application;
  /** Says that the provider's object had its effect; absent when credit covers all. */
  readonly mark?: Step;
}

/**
 * Everything that follows from a payment that succeeded, for one transaction: the payment is paid, the application ready,
 * credit spent, ledger and billing history written, and the audit row, from which the receipt follows. Refused with
 * `otherwise` when somebody else was first. `actor_id` is "system" when the provider told us.
 */
export function paidSteps(
  { payment, before, application, mark }: Success,
  { actor_id, otherwise }: { actor_id: string; otherwise: Problem },
): Step[] {
  const { application_id, organization_id, cred_id, user_id, price_cents, credit_cents, due_cents } = payment;
  const at = now();
  const ids = { application_id, cred_id, user_id };
  const shares = splitPrice(price_cents, application.reviewer_pay_cents);
  const entry_id = newId("pay");
  const paid: Payment = { ...payment, status: "paid", comment: "", paid_on: at, updated_on: at, entry_id };
  return [
    ...writePayment(paid, before, otherwise),
    ...(mark ? [mark] : []),
    ...moveApplication(application, "pay", {}, otherwise),
    ...spendCredit(payment, application.title, { held: before?.status === "open", at, otherwise }),
    ...post(saleEntry(due_cents, credit_cents, shares), { organization_id, event: "sale", at, ...ids }),
    ...postFee(payment.fee_cents, { organization_id, at, ...ids }),
    ...bill({
      entry_id,
      at,
      kind: "charge",
      organization_id,
      ...ids,
      title: application.title,
      price_cents,
      card_cents: due_cents,
      credit_cents,
      reviewer_pay_cents: shares.reviewerCents,
      issuer_share_cents: shares.issuerCents,
      platform_share_cents: shares.platformCents,
      organization_share_cents: shares.organizationCents,
    }),
    audit("payment.paid", {
      organization_id,
      actor_id,
      subject_id: application_id,
      ...ids,
      price_cents,
      due_cents,
      credit_cents,
      method: payment.method,
      from: before?.status ?? "none",
      to: "paid",
      reviewer_pay_cents: shares.reviewerCents,
      issuer_share_cents: shares.issuerCents,
      platform_share_cents: shares.platformCents,
      organization_share_cents: shares.organizationCents,
    }),
  ];
}

/** What a provider kept for itself, once it is known. */
export const postFee = (
  cents: number | undefined,
  about: { organization_id: string; at: string; [id: string]: string },
): Step[] => (cents === undefined ? [] : post(feeEntry(cents), { ...about, event: "fee" }));

/**
 * The steps that write a payment's record over the one that was read, and keep the list of those to be reconciled.
 * Refused with `otherwise` when its status or attempt is not as it was read, or not as `alsoWhere` says.
 */
export function writePayment(
  payment: Payment,
  before: Payment | undefined,
  otherwise: Problem,
  alsoWhere: Where = {},
): Step[] {
  const { version: _, ...record } = payment;
  const key = keys.payment(payment.application_id);
  const listed = (each?: Payment) =>
    each && isToReconcile(each) ? [views.openPayments(), views.openPayments(each.organization_id)] : [];
  const list = relist(
    key,
    openSort(before && isToReconcile(before) ? before : payment),
    listed(before),
    listed(payment),
  );
  if (before === undefined) return [create(key, record, { otherwise }), ...list];
  const gone = Object.keys(before).filter((name) => name !== "version" && !(name in record));
  const where = { status: before.status, attempt: before.attempt, ...alsoWhere };
  return [change(key, { set: record, remove: gone }, { where, otherwise }), ...list];
}

/** The step that demands that an application's payment stands as it was read (`seen`; undefined: there is none). */
export const checkPayment = (
  application_id: string,
  seen: { readonly status: string } | undefined,
  otherwise: Problem = new Problem("state.changed"),
): Step =>
  check(keys.payment(application_id), {
    ...(seen ? { where: { status: seen.status } } : { missing: true }),
    otherwise,
  });

/** Whether the provider is to be asked about a payment: it is open, or what the provider kept is not known. */
export const isToReconcile = ({ status, due_cents, fee_cents }: Payment): boolean =>
  status === "open" || (isSold(status) && due_cents > 0 && fee_cents === undefined);

/** Where a payment stands in the list of those to be reconciled: by the time it was started. */
const openSort = ({ started_on, application_id }: Payment): string => `${started_on}#${application_id}`;

/**
 * Says that an object or an event of a provider had its effect; refused with `otherwise` the second time. `fee_cents` is
 * what the provider kept for itself, where that is written with it.
 */
export const markApplied = (kind: ProviderMark, id: string, otherwise: Problem, fee_cents?: number): Step =>
  create(keys.providerMarker(kind, id), { at: now(), fee_cents }, { otherwise });

/** A second payment for what was paid (or given up) already becomes product credit, once per payment object. */
export function duplicateSteps(
  payment: Payment,
  {
    mark,
    cents,
    fee_cents,
    title,
    releasedCents,
  }: { mark: Step; cents: number; fee_cents?: number; title: string; releasedCents?: number },
): Step[] {
  const { application_id, organization_id, cred_id, user_id } = payment;
  const at = now();
  const ids = { application_id, cred_id, user_id };
  return [
    mark,
    ...giveCredit(user_id, { kind: "duplicate", cents, reason: title, application_id, at }, releasedCents),
    ...post(duplicateEntry(cents), { organization_id, event: "duplicate", at, ...ids }),
    ...postFee(fee_cents, { organization_id, at, ...ids }),
    audit("payment.duplicate", {
      organization_id,
      actor_id: "system",
      subject_id: application_id,
      ...ids,
      cents,
      from: payment.status,
      to: payment.status,
    }),
  ];
}

/**
 * What a completed job earns its reviewer, for the transaction that completes it: the payout, due from now, once per job;
 * the ledger; and for a free credential the line of what the organization owes. Its audit row is among the steps.
 */
export function earnReviewerPay(
  job: Pick<
    Job,
    "credential_job_id" | "acceptor" | "reviewer_pay_cents" | "review_minutes" | "reviewer_hourly_rate_cents"
  >,
  application: Pick<
    Application,
    "application_id" | "organization_id" | "cred_id" | "title" | "issuer_name" | "price_cents"
  >,
): Step[] {
  const { credential_job_id, acceptor = "", reviewer_pay_cents: pay_cents } = job;
  const { application_id, organization_id, cred_id, title, issuer_name, price_cents } = application;
  const at = now();
  const ids = { credential_job_id, application_id, cred_id };
  const lists = periodsOf(at).map((period) => views.payouts(acceptor, organization_id, period));
  const payout: Payout = {
    ...ids,
    organization_id,
    user_id: acceptor,
    title,
    issuer_name,
    pay_cents,
    review_minutes: job.review_minutes,
    reviewer_hourly_rate_cents: job.reviewer_hourly_rate_cents,
    status: "due",
    due_on: at,
  };
  const key = keys.payout(credential_job_id);
  return [
    create(key, payout, { otherwise: new Problem("state.changed") }),
    ...relist(
      key,
      credential_job_id,
      [],
      pay_cents > 0 ? [...lists, views.duePayouts(organization_id), views.allDuePayouts()] : lists,
    ),
    ...[...lists, views.reviewerJobs(acceptor, "completed")].map((view) =>
      change(keys.amounts(view), { add: { pay_cents, paid_cents: 0 } }, { orCreate: true }),
    ),
    ...post(payEntry(pay_cents, price_cents), { organization_id, event: "pay", at, ...ids }),
    ...(price_cents === 0 && pay_cents > 0
      ? bill({
          entry_id: newId("pay"),
          at,
          kind: "pay",
          organization_id,
          ...ids,
          title,
          user_id: acceptor,
          price_cents: 0,
          card_cents: 0,
          credit_cents: 0,
          reviewer_pay_cents: pay_cents,
          issuer_share_cents: 0,
          platform_share_cents: 0,
          organization_share_cents: 0,
        })
      : []),
    audit("payment.payable", {
      organization_id,
      actor_id: "system",
      subject_id: credential_job_id,
      ...ids,
      reviewer_id: acceptor,
      pay_cents,
      owed_cents: price_cents === 0 ? pay_cents : 0,
      review_minutes: job.review_minutes,
      to: "due",
    }),
  ];
}
