import * as z from "zod";
import { Problem } from "../../shared/http/problems.ts";
import type { Job } from "../../shared/job/job.ts";
import { payEntry } from "../../shared/payment/rules.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { newId, now } from "../data/ids.ts";
import { keys, views } from "../data/keys.ts";
import { periodsOf } from "../data/period.ts";
import { relist } from "../data/relist.ts";
import { change, create, type Step } from "../data/table.ts";
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
