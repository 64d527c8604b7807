import { splitPrice } from "../../shared/credential/money.ts";
import type { Problem } from "../../shared/http/problems.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import { refundEntry, reversalEntry } from "../../shared/payment/rules.ts";
import { nextState } from "../../shared/platform/machine.ts";
import { applicationMachine } from "../../shared/submission/states.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { newId, now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { change, type Step } from "../data/table.ts";
import { type Transition, transition } from "../data/transition.ts";
import { applicationEntity } from "../submission/application-entity.ts";
import { bill } from "./billing.ts";
import { giveCredit } from "./credit.ts";
import { post } from "./ledger.ts";
import { paymentEntity } from "./payment-entity.ts";
import type { BegunPurchase } from "./store.ts";

/** Once work was handed in the reviewer's pay stays theirs: then the organization owes it. */
const payStays = ({ round }: Application): boolean => round > 0;

/** Whether nothing was handed in, and the learner did not leave it behind: then it ends with the sale. */
const isClosing = ({ status }: Application): boolean => nextState(applicationMachine, status, "refund") !== undefined;

/**
 * The steps by which a paid purchase becomes product credit, with its `reason`: the shares and the pay that nobody earned
 * go back, and an application with nothing handed in is closed. Refused with `otherwise` when somebody else was first.
 */
export function refundSteps(
  { payment, application }: BegunPurchase,
  { reason, actor_id, otherwise }: { reason: string; actor_id: string; otherwise: Problem },
): { steps: Step[]; after: Payment } {
  const { application_id, organization_id, cred_id, user_id, price_cents } = payment;
  const at = now();
  const shares = splitPrice(price_cents, application.reviewer_pay_cents);
  const refunded = transition(paymentEntity, "refund", {
    before: payment,
    set: { credited_on: at, refund_reason: reason },
    otherwise,
    actor_id,
    details: { price_cents, ...takenBack({ payment, application }) },
  });
  const ids = { application_id, cred_id, user_id };
  const steps = [
    ...refunded.steps,
    ...reverseSale({ payment, application }, { at, cashCents: 0, creditCents: price_cents, otherwise, by: refunded }),
    ...giveCredit(user_id, { kind: "refund", cents: price_cents, reason, application_id, at }),
    ...post(refundEntry(price_cents, shares, payStays(application)), { organization_id, event: "refund", at, ...ids }),
  ];
  return { steps, after: refunded.after };
}

/** The steps of a lost dispute: the provider took the money back, and the sale with all its shares is undone. */
export function lossSteps({ payment, application }: BegunPurchase, otherwise: Problem): Step[] {
  const { application_id, organization_id, cred_id, user_id, price_cents, due_cents, credit_cents } = payment;
  const at = now();
  const ids = { application_id, cred_id, user_id };
  const shares = splitPrice(price_cents, application.reviewer_pay_cents);
  const entry = reversalEntry(due_cents, credit_cents, shares, payStays(application));
  const credit = { kind: "refund", cents: credit_cents, reason: application.title, application_id, at } as const;
  const lost = transition(paymentEntity, "lose", {
    before: payment,
    otherwise,
    actor_id: "system",
    details: { price_cents, due_cents, ...takenBack({ payment, application }) },
  });
  return [
    ...lost.steps,
    ...reverseSale(
      { payment, application },
      { at, cashCents: due_cents, creditCents: credit_cents, otherwise, by: lost },
    ),
    ...(credit_cents > 0 ? giveCredit(user_id, credit) : []),
    ...post(entry, { organization_id, event: "reversal", at, ...ids }),
  ];
}

/** What both have in common: the line of billing history with negative amounts, the charge's own note, the application. */
function reverseSale(
  { payment, application }: Pick<BegunPurchase, "payment" | "application">,
  {
    at,
    cashCents,
    creditCents,
    otherwise,
    by,
  }: {
    at: string;
    cashCents: number;
    creditCents: number;
    otherwise: Problem;
    by: Transition<Payment, "payment.credited" | "payment.dispute-lost">;
  },
): Step[] {
  const { application_id, organization_id, cred_id, user_id, price_cents, entry_id } = payment;
  const back = takenBack({ payment, application });
  return [
    ...(entry_id ? [change(keys.billing(user_id, entry_id), { set: { refunded_on: at } })] : []),
    ...bill({
      entry_id: newId("pay"),
      at,
      kind: "refund",
      organization_id,
      application_id,
      cred_id,
      user_id,
      title: application.title,
      price_cents: -price_cents,
      card_cents: -cashCents,
      credit_cents: -creditCents,
      reviewer_pay_cents: -back.reviewer_pay_cents,
      issuer_share_cents: -back.issuer_share_cents,
      platform_share_cents: -back.platform_share_cents,
      organization_share_cents: -back.organization_share_cents,
    }),
    ...(isClosing(application)
      ? transition(applicationEntity, "refund", { before: application, otherwise, recordedBy: by }).steps
      : []),
  ];
}

/** Who gives back what of a sale: where the reviewer's pay stays earned, the organization bears it. */
function takenBack({ payment, application }: Pick<BegunPurchase, "payment" | "application">) {
  const shares = splitPrice(payment.price_cents, application.reviewer_pay_cents);
  const borne = payStays(application) ? shares.reviewerCents : 0;
  return {
    reviewer_pay_cents: shares.reviewerCents - borne,
    issuer_share_cents: shares.issuerCents,
    platform_share_cents: shares.platformCents,
    organization_share_cents: shares.organizationCents + borne,
  };
}
