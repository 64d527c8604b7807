import type { Problem } from "../../../shared/http/problem.ts";
import type { Payment } from "../../../shared/payment/payment.ts";
import { saleEntry } from "../../../shared/payment/rules.ts";
import { type Split, splitPrice } from "../../../shared/platform/money.ts";
import type { Application } from "../../../shared/submission/submission.ts";
import { newId, now } from "../../data/ids.ts";
import type { Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import { applicationEntity } from "../../submission/model/application-entity.ts";
import { bill } from "./billing.ts";
import { spendCredit } from "./credit.ts";
import { post, postFee } from "./ledger.ts";
import { paymentEntity, replacing } from "./payment-entity.ts";

/** A payment that succeeded: its record as it is to be, and as it is stored before (absent: there is none yet). */
export interface Success {
  readonly payment: Payment;
  readonly before?: Payment;
  readonly application: Application;
  /** Says that the provider's object had its effect; absent when credit covers all. */
  readonly mark?: Step;
}

/** Who applies it, and the refusal where somebody else was first. `actor_id` is "system" when the provider told us. */
interface Applying {
  readonly actor_id: string;
  readonly otherwise: Problem;
}

/**
 * Everything that follows from a payment for an application that succeeded, for one transaction, and the payment then: it is
 * sold, and the application ready.
 */
export function paidSteps(success: Success, applying: Applying): { readonly steps: Step[]; readonly after: Payment } {
  const { application, payment } = success;
  const sold = saleSteps(success, splitPrice(payment.price_cents, application.reviewer_pay_cents), applying);
  const { otherwise } = applying;
  const ready = transition(applicationEntity, "pay", { before: application, otherwise, recordedBy: sold });
  return { after: sold.after, steps: [...sold.steps, ...ready.steps] };
}

/**
 * What follows from any payment that succeeded: it is paid, credit spent, ledger and billing history written, and the audit
 * row, from which the receipt follows.
 */
export function saleSteps(
  { payment, before, application, mark }: Success,
  shares: Split,
  { actor_id, otherwise }: Applying,
): { readonly steps: Step[]; readonly after: Payment; readonly recorded: "payment.paid" } {
  const { application_id, organization_id, cred_id, user_id, purchase } = payment;
  const { price_cents, credit_cents, due_cents } = payment;
  const at = now();
  const ids = { application_id, cred_id, user_id, ...(purchase && { purchase }) };
  const entry_id = newId("pay");
  const paid = transition(paymentEntity, before?.status === "open" ? "succeed" : "cover", {
    before,
    set: replacing(before, { ...payment, comment: "", paid_on: at, entry_id }),
    otherwise,
    actor_id,
    details: {
      price_cents,
      due_cents,
      credit_cents,
      method: payment.method,
      ...shares,
    },
  });
  const steps = [
    ...paid.steps,
    ...(mark ? [mark] : []),
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
      ...shares,
    }),
  ];
  return { steps, after: paid.after, recorded: paid.recorded };
}
