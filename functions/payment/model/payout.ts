import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { payoutEntry } from "../../../shared/payment/rules.ts";
import { AccountType } from "../../../shared/reviewer/bank.ts";
import { audit } from "../../data/audit.ts";
import { now } from "../../data/ids.ts";
import { paymentKeys, paymentViews, payoutSort } from "../../data/keys/payment.ts";
import { platformKeys } from "../../data/keys/platform.ts";
import { submissionViews } from "../../data/keys/submission.ts";
import { relist } from "../../data/relist.ts";
import { change, check, create, remove, type Step } from "../../data/steps.ts";
import type { BankRecord } from "../../reviewer/model/bank.ts";
import { type Payout, payoutViewsOf } from "./earned-pay.ts";
import { post } from "./ledger.ts";
import { checkPayment } from "./payment-entity.ts";

/** A run of payouts: what was due and could be paid becomes one file for the bank. One run is open at a time. */
export const PayoutRun = z.object({
  run_id: z.string(),
  /** Payouts come in while it is `open`; `closed` has its files written and its people told. */
  status: z.enum(["open", "closed", "done"]),
  started_on: z.string(),
  /** The day (YYYY-MM-DD) the money is to arrive. */
  effective_on: z.string(),
  /** The letter that tells files of one day apart. */
  modifier: z.string(),
  done_on: z.string().optional(),
  version: z.number(),
});
export type PayoutRun = z.infer<typeof PayoutRun>;

/** Whom a run pays, with the account as it was then, so that the file comes out the same however often it is written. */
export const Payee = z.object({
  run_id: z.string(),
  user_id: z.string(),
  account_holder: z.string(),
  account_type: AccountType,
  bank_id: z.number(),
  last4: z.string(),
  /** As the bank account's own; taken away when the run is done. */
  sealed: z.string().optional(),
});
export type Payee = z.infer<typeof Payee>;

/** One payout within a run. */
export const RunPayout = z.object({ credential_job_id: z.string(), user_id: z.string(), pay_cents: z.number() });

/** The step that begins a run; refused when one is open. */
export const beginRun = (run: Omit<PayoutRun, "version">): Step[] => [
  create(paymentKeys.openPayoutRun(), { run_id: run.run_id }, { otherwise: new Problem("state.changed") }),
  create(paymentKeys.payoutRun(run.run_id), run),
];

/** The step that notes whom a run pays, and where to. */
export const addPayee = (
  run_id: string,
  { user_id, account_holder, account_type, bank_id, last4, sealed }: BankRecord,
) =>
  create(
    paymentKeys.payee(run_id, user_id),
    { run_id, user_id, account_holder, account_type, bank_id, last4, sealed },
    { otherwise: new Problem("state.changed") },
  );

/**
 * What a due payout's being paid means: its state and lists, the sums shown to its reviewer, the ledger, the run, the audit
 * row. Refused when the sale is no longer as it was read (`sale`; undefined: there is none), as when it is disputed now.
 */
export function payOutSteps(payout: Payout, run_id: string, sale?: { readonly status: string }): Step[] {
  const { credential_job_id, application_id, cred_id, organization_id, user_id, pay_cents, part } = payout;
  const at = now();
  const key = paymentKeys.payout(credential_job_id, part);
  const ids = { credential_job_id, application_id, cred_id, run_id };
  const sums = [...payoutViewsOf(payout), submissionViews.reviewerJobs(user_id, "completed")];
  const otherwise = new Problem("state.changed");
  return [
    check(paymentKeys.payoutRun(run_id), { where: { status: "open" }, otherwise }),
    checkPayment(application_id, sale, otherwise),
    change(key, { set: { status: "paid", paid_on: at, run_id } }, { where: { status: "due" }, otherwise }),
    ...relist(key, payoutSort(payout), [paymentViews.duePayouts(organization_id), paymentViews.allDuePayouts()], []),
    ...sums.map((view) => change(platformKeys.amounts(view), { add: { paid_cents: pay_cents } }, { orCreate: true })),
    create(paymentKeys.runPayout(run_id, credential_job_id, part), { credential_job_id, user_id, pay_cents }),
    ...post(payoutEntry(pay_cents), { organization_id, event: "payout", at, ...ids }),
    audit("payment.paid-out", {
      organization_id,
      actor_id: "system",
      subject_id: credential_job_id,
      ...ids,
      reviewer_id: user_id,
      pay_cents,
      from: "due",
      to: "paid",
    }),
  ];
}

/** The steps that tell a payee, once, that money is on its way, and forget the account's numbers. */
export const tellPayee = ({ run_id, user_id }: Payee, cents: number): Step[] => [
  change(
    paymentKeys.payee(run_id, user_id),
    { set: { told: true }, remove: ["sealed"] },
    { where: { told: { absent: true } } },
  ),
  audit("payout.sent", { organization_id: "", actor_id: "system", subject_id: run_id, run_id, user_id, cents }),
];

/** The step after which nothing more comes into a run. */
export const closeRun = (run_id: string): Step =>
  change(paymentKeys.payoutRun(run_id), { set: { status: "closed" } }, { where: { status: "open" } });

/** The steps that end a run, so that the next one may begin. */
export const endRun = (run_id: string): Step[] => [
  change(paymentKeys.payoutRun(run_id), { set: { status: "done", done_on: now() } }, { where: { status: "closed" } }),
  remove(paymentKeys.openPayoutRun(), { where: { run_id } }),
];
