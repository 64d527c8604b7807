import type { Payment } from "../../../shared/payment/payment.ts";
import { unearnedEntry } from "../../../shared/payment/rules.ts";
import { type Split, splitPrice } from "../../../shared/platform/money.ts";
import type { Application } from "../../../shared/submission/submission.ts";
import { audit } from "../../data/audit.ts";
import { newId, now } from "../../data/ids.ts";
import type { Step } from "../../data/steps.ts";
import { amend } from "../../data/transition.ts";
import { bill } from "./billing.ts";
import { post } from "./ledger.ts";
import { checkPayment, paymentEntity } from "./payment-entity.ts";

/**
 * The steps by which the pay of a sale that nobody can earn any more (its learner left before handing anything in) is
 * released and split like the rest of the price, the day the application closes. They hold only while the payment stands
 * as it was read; where there was no sale, or it was undone, that is all they require.
 */
export function releaseUnearnedPay(application: Application, payment: Payment | undefined, earnedCents = 0): Step[] {
  const { application_id, organization_id, cred_id, user_id, title, reviewer_pay_cents } = application;
  const cents = reviewer_pay_cents - earnedCents;
  if (payment?.status !== "paid" || cents === 0) return [checkPayment(application_id, payment)];
  const at = now();
  const ids = { application_id, cred_id, user_id };
  const shares = splitPrice(cents, 0);
  const amounts = { ...shares, reviewer_pay_cents: -cents };
  return [
    ...amend(paymentEntity, { before: payment, set: { pay_released: true, pay_released_cents: cents } }).steps,
    ...post(unearnedEntry(cents, shares), { organization_id, event: "unearned", at, ...ids }),
    ...bill({
      entry_id: newId("pay"),
      at,
      kind: "unearned",
      organization_id,
      ...ids,
      title,
      price_cents: 0,
      card_cents: 0,
      credit_cents: 0,
      ...amounts,
    }),
    audit("payment.pay-released", {
      organization_id,
      actor_id: "system",
      subject_id: application_id,
      ...ids,
      ...amounts,
    }),
  ];
}

/** Who got what of a sale, in cents: as it was sold, and with the pay that was released since. */
export function sharesOf(
  payment: Pick<Payment, "price_cents" | "pay_released" | "pay_released_cents">,
  { reviewer_pay_cents }: Pick<Application, "reviewer_pay_cents">,
): Split {
  const sold = splitPrice(payment.price_cents, reviewer_pay_cents);
  if (!payment.pay_released) return sold;
  const releasedCents = payment.pay_released_cents ?? reviewer_pay_cents;
  const released = splitPrice(releasedCents, 0);
  return {
    reviewer_pay_cents: reviewer_pay_cents - releasedCents,
    issuer_share_cents: sold.issuer_share_cents + released.issuer_share_cents,
    platform_share_cents: sold.platform_share_cents + released.platform_share_cents,
    organization_share_cents: sold.organization_share_cents + released.organization_share_cents,
  };
}
