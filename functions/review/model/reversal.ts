import type { Problem } from "../../../shared/http/problem.ts";
import type { Payment, RefundOutcome } from "../../../shared/payment/payment.ts";
import { refundEntry, reversalEntry } from "../../../shared/payment/rules.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import { dollars, negated } from "../../../shared/platform/money.ts";
import { applicationMachine } from "../../../shared/submission/states.ts";
import type { Application, ClosedReason } from "../../../shared/submission/submission.ts";
import { newId, now } from "../../data/ids.ts";
import { paymentKeys } from "../../data/keys/payment.ts";
import { change, type Step } from "../../data/steps.ts";
import { type Transition, transition } from "../../data/transition.ts";
import { bill } from "../../payment/model/billing.ts";
import { giveCredit } from "../../payment/model/credit.ts";
import { earnedCents, earnPay } from "../../payment/model/earned-pay.ts";
import { post } from "../../payment/model/ledger.ts";
import { paymentEntity } from "../../payment/model/payment-entity.ts";
import type { BegunPurchase } from "../../payment/model/store.ts";
import { sharesOf } from "../../payment/model/unearned.ts";
import { applicationEntity } from "../../submission/model/application-entity.ts";
import { appealClosed, withdrawLaterSeats } from "./seats/withdraw-later-seats.ts";
import { withdrawSeat } from "./seats/withdraw-seat.ts";

/** An application with its review, which end with the sale. */
type ReviewedPurchase = Pick<BegunPurchase, "application" | "job" | "laterSeats" | "appeal">;

/** What of the sale's pay stays its reviewers': all after completion, before that the sections that were decided. */
const staysOf = ({ job, application }: Pick<BegunPurchase, "job" | "application">): number =>
  earnedCents(job, application);

/** What a refund would do to a purchase as it stands. */
export function refundOutcome({ payment, application, job }: BegunPurchase): RefundOutcome {
  const { organization_share_cents } = takenBack({ payment, application, job });
  return {
    credit: dollars(payment.price_cents),
    closes: isOpen(application),
    earned: application.status === "completed",
    owed: dollars(staysOf({ job, application })),
    result_less: dollars(organization_share_cents),
  };
}

/**
 * The steps by which a paid purchase becomes product credit, with its `reason`: the shares and the pay that nobody earned
 * go back, and an application that is not completed is closed. Refused with `otherwise` when somebody else was first.
 */
export function refundSteps(
  { payment, application, job, laterSeats, appeal }: BegunPurchase,
  {
    reason,
    actor_id,
    because = "refund",
    otherwise,
  }: { reason: string; actor_id: string; because?: "refund" | "archive"; otherwise: Problem },
): { steps: Step[]; after: Payment } {
  const { application_id, organization_id, cred_id, user_id, price_cents } = payment;
  const at = now();
  const shares = sharesOf(payment, application);
  const refunded = transition(paymentEntity, "refund", {
    before: payment,
    set: { credited_on: at, refund_reason: reason },
    otherwise,
    actor_id,
    details: { price_cents, ...endsWith({ application, job }), ...takenBack({ payment, application, job }) },
  });
  const ids = { application_id, cred_id, user_id };
  const steps = [
    ...refunded.steps,
    ...reverseSale(
      { payment, application, job, laterSeats, appeal },
      { at, cashCents: 0, creditCents: price_cents, otherwise, because, by: refunded },
    ),
    ...giveCredit(user_id, { kind: "refund", cents: price_cents, reason, application_id, at }),
    ...post(refundEntry(price_cents, shares, staysOf({ job, application })), {
      organization_id,
      event: "refund",
      at,
      ...ids,
    }),
  ];
  return { steps, after: refunded.after };
}

/** The steps of a lost dispute: the provider took the money back, and the sale with all its shares is undone. */
export function lossSteps(
  { payment, application, job, laterSeats, appeal }: BegunPurchase,
  otherwise: Problem,
): Step[] {
  const { application_id, organization_id, cred_id, user_id, price_cents, due_cents, credit_cents } = payment;
  const at = now();
  const ids = { application_id, cred_id, user_id };
  const shares = sharesOf(payment, application);
  const entry = reversalEntry(due_cents, credit_cents, shares, staysOf({ job, application }));
  const credit = { kind: "refund", cents: credit_cents, reason: application.title, application_id, at } as const;
  const lost = transition(paymentEntity, "lose", {
    before: payment,
    otherwise,
    actor_id: "system",
    details: { price_cents, due_cents, ...endsWith({ application, job }), ...takenBack({ payment, application, job }) },
  });
  return [
    ...lost.steps,
    ...reverseSale(
      { payment, application, job, laterSeats, appeal },
      { at, cashCents: due_cents, creditCents: credit_cents, otherwise, because: "dispute", by: lost },
    ),
    ...(credit_cents > 0 ? giveCredit(user_id, credit) : []),
    ...post(entry, { organization_id, event: "reversal", at, ...ids }),
  ];
}

/** What both have in common: the line of billing history with negative amounts, the charge's own note, the application. */
function reverseSale(
  { payment, application, job, laterSeats, appeal }: ReviewedPurchase & Pick<BegunPurchase, "payment">,
  {
    at,
    cashCents,
    creditCents,
    otherwise,
    because,
    by,
  }: {
    at: string;
    cashCents: number;
    creditCents: number;
    otherwise: Problem;
    because: ClosedReason;
    by: Transition<Payment, "payment.credited" | "payment.dispute-lost">;
  },
): Step[] {
  const { application_id, organization_id, cred_id, user_id, price_cents, entry_id } = payment;
  const back = takenBack({ payment, application, job });
  const isRefund = by.recorded === "payment.credited";
  return [
    ...(entry_id
      ? [change(paymentKeys.billing(user_id, entry_id), { set: isRefund ? { refunded_on: at } : { dispute: "lost" } })]
      : []),
    ...bill({
      entry_id: newId("pay"),
      at,
      kind: isRefund ? "refund" : "reversal",
      organization_id,
      application_id,
      cred_id,
      user_id,
      title: application.title,
      price_cents: -price_cents,
      card_cents: -cashCents,
      credit_cents: -creditCents,
      ...negated(back),
    }),
    ...closingSteps({ application, job, laterSeats, appeal }, { at, otherwise, because, by }),
  ];
}

/** Whether the application, and so its review, ends with the sale. */
const isOpen = ({ status }: Application): boolean => nextState(applicationMachine, status, "refund") !== undefined;

/** Names the job that ends with the sale, where one does. */
const endsWith = ({ application, job }: Pick<BegunPurchase, "application" | "job">) =>
  job && isOpen(application) ? { credential_job_id: job.credential_job_id } : {};

/** Who gives back what of a sale: where the reviewer's pay stays earned, the organization bears it. */
function takenBack({ payment, application, job }: Pick<BegunPurchase, "payment" | "application" | "job">) {
  const shares = sharesOf(payment, application);
  const borne = staysOf({ job, application });
  return {
    ...shares,
    reviewer_pay_cents: shares.reviewer_pay_cents - borne,
    organization_share_cents: shares.organization_share_cents + borne,
  };
}

/**
 * Ends an application that is not completed with its sale: its job is withdrawn, and sections that were decided are paid.
 * One that its learner left behind, or that lapsed, has ended before.
 */
function closingSteps(
  { application, job, laterSeats, appeal }: ReviewedPurchase,
  {
    at,
    otherwise,
    because,
    by,
  }: {
    at: string;
    otherwise: Problem;
    because: ClosedReason;
    by: Transition<Payment, "payment.credited" | "payment.dispute-lost">;
  },
): Step[] {
  if (!isOpen(application)) return [];
  const closed = transition(applicationEntity, "refund", {
    before: application,
    set: { closed_because: because, closed_on: at, ...appealClosed(application) },
    otherwise,
    recordedBy: by,
  });
  if (job === undefined) return closed.steps;
  const withdrawn = withdrawSeat(job, { at, otherwise, by });
  return [
    ...closed.steps,
    ...withdrawn.steps,
    ...earnPay(withdrawn.after, application),
    ...withdrawLaterSeats({ laterSeats, appeal }, { at, otherwise, by }),
  ];
}
