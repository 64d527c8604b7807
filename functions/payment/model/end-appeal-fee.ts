import type { Problem } from "../../../shared/http/problem.ts";
import { Payment } from "../../../shared/payment/payment.ts";
import { feeReturnEntry, reversalEntry } from "../../../shared/payment/rules.ts";
import { negated, payAlone, type Split } from "../../../shared/platform/money.ts";
import type { Application } from "../../../shared/submission/submission.ts";
import { newId, now } from "../../data/ids.ts";
import { paymentKeys } from "../../data/keys/payment.ts";
import { change, type Step } from "../../data/steps.ts";
import { get } from "../../data/table.ts";
import { amend, transition } from "../../data/transition.ts";
import { bill } from "./billing.ts";
import { giveCredit } from "./credit.ts";
import { post } from "./ledger.ts";
import { paymentEntity } from "./payment-entity.ts";

/** How an appeal ended: what of its fee pays for its seat, and who ended it. */
interface End {
  /** All of it where it was upheld. */
  readonly spentCents: number | "all";
  readonly actor_id: string;
  readonly otherwise: Problem;
}

/**
 * What the end of an appeal does to its fee, for the transaction that ends it: what does not pay the seat becomes product
 * credit. While the fee is disputed only what is spent is noted; the rest follows when the dispute is won.
 */
export async function endFeeSteps(application: Application, { spentCents, actor_id, otherwise }: End): Promise<Step[]> {
  const payment = await get(Payment, paymentKeys.payment(application.application_id, "appeal"));
  if (payment === undefined || payment.spent_cents !== undefined) return [];
  const spent_cents = spentCents === "all" ? payment.price_cents : spentCents;
  const isSpent = spent_cents === payment.price_cents;
  if (payment.status === "disputed" || (payment.status === "paid" && isSpent))
    return amend(paymentEntity, { before: payment, set: { spent_cents }, otherwise }).steps;
  return payment.status === "paid"
    ? returnFeeSteps({ application, payment }, { spent_cents, actor_id, otherwise })
    : [];
}

/** Whether a part of a paid fee is still to become product credit. */
export const isReturnOwed = ({ purchase, price_cents, spent_cents }: Payment): boolean =>
  purchase === "appeal" && spent_cents !== undefined && spent_cents < price_cents;

interface Charged {
  readonly application: Application;
  readonly payment: Payment;
}

/** The steps by which what of a fee was not spent becomes product credit. */
export function returnFeeSteps(
  { payment, application }: Charged,
  {
    spent_cents = payment.spent_cents ?? 0,
    actor_id,
    otherwise,
  }: { readonly spent_cents?: number; readonly actor_id: string; readonly otherwise: Problem },
): Step[] {
  const { application_id, user_id } = payment;
  const at = now();
  const cents = payment.price_cents - spent_cents;
  const refunded = transition(paymentEntity, "refund", {
    before: payment,
    set: { credited_on: at, spent_cents },
    otherwise,
    actor_id,
    details: { price_cents: cents, ...takenBack(cents, 0) },
  });
  return [
    ...refunded.steps,
    ...undoing(
      { payment, application },
      { at, kind: "refund", cents, cashCents: 0, creditCents: cents, borneCents: 0 },
    ),
    ...giveCredit(user_id, { kind: "refund", cents, reason: "Appeal fee", application_id, at }),
    ...post(feeReturnEntry(cents), { ...aboutOf(payment), event: "refund", at }),
  ];
}

/** The steps of a lost dispute about a fee: what pays the appeal's seat is the organization's to bear from then on. */
export function feeLossSteps({ payment, application }: Charged, otherwise: Problem): Step[] {
  const { application_id, user_id, price_cents, due_cents, credit_cents, spent_cents = 0 } = payment;
  const at = now();
  const lost = transition(paymentEntity, "lose", {
    before: payment,
    otherwise,
    actor_id: "system",
    details: { price_cents, due_cents, ...takenBack(price_cents - spent_cents, spent_cents) },
  });
  const credit = { kind: "refund", cents: credit_cents, reason: "Appeal fee", application_id, at } as const;
  const entry = reversalEntry(due_cents, credit_cents, payAlone(price_cents), spent_cents);
  return [
    ...lost.steps,
    ...undoing(
      { payment, application },
      {
        at,
        kind: "reversal",
        cents: price_cents,
        cashCents: due_cents,
        creditCents: credit_cents,
        borneCents: spent_cents,
      },
    ),
    ...(credit_cents > 0 ? giveCredit(user_id, credit) : []),
    ...post(entry, { ...aboutOf(payment), event: "reversal", at }),
  ];
}

/** What is given back of a fee, and what of that the organization bears. */
const takenBack = (payCents: number, borneCents: number): Split => ({
  ...payAlone(payCents),
  organization_share_cents: borneCents,
});

const aboutOf = ({ organization_id, application_id, cred_id, user_id }: Payment) => ({
  organization_id,
  application_id,
  cred_id,
  user_id,
  purchase: "appeal" as const,
});

/** The line of billing history with negative amounts, and the charge's own note. */
function undoing(
  { payment, application: { title } }: Charged,
  {
    at,
    kind,
    cents,
    cashCents,
    creditCents,
    borneCents,
  }: {
    at: string;
    kind: "refund" | "reversal";
    cents: number;
    cashCents: number;
    creditCents: number;
    borneCents: number;
  },
): Step[] {
  const { user_id, entry_id } = payment;
  const noted = kind === "refund" ? { refunded_on: at } : { dispute: "lost" };
  const back = takenBack(cents - borneCents, borneCents);
  return [
    ...(entry_id ? [change(paymentKeys.billing(user_id, entry_id), { set: noted })] : []),
    ...bill({
      entry_id: newId("pay"),
      at,
      kind,
      ...aboutOf(payment),
      title,
      price_cents: -cents,
      card_cents: -cashCents,
      credit_cents: -creditCents,
      ...negated(back),
    }),
  ];
}
