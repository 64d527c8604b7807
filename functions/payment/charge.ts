import { Problem } from "../../shared/http/problem.ts";
import { charge } from "../../shared/payment/calls.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { implement } from "../chain/implement.ts";
import { type Intent, readIntent } from "../clients/stripe.ts";
import { now } from "../data/ids.ts";
import { transact } from "../data/table.ts";
import { amend } from "../data/transition.ts";
import { pointer } from "../submission/model/pointer.ts";
import { explainUnsettled } from "./model/explain-unsettled.ts";
import { paymentEntity } from "./model/payment-entity.ts";
import { cardReceipt } from "./model/receipt.ts";
import { isOf, settle } from "./model/settle.ts";
import { billingOf, type PurchaseId, pointedApplication, readPurchaseOf } from "./model/store.ts";

export const handler = implement(
  charge,
  async ({ stripe_id, purchase }, { actor, prefetched: [prefetched] }) => {
    const application_id = pointedApplication(prefetched);
    const intent = await readIntent(stripe_id).catch(explainUnsettled); // the provider hears of nobody who has not applied
    const { metadata } = intent ?? { metadata: {} as Intent["metadata"] };
    const isOwn = metadata.application_id === application_id && metadata.user_id === actor.user_id;
    if (!intent || !isOwn || (metadata.purchase ?? "application") !== (purchase ?? "application"))
      throw new Problem("payment.mismatch");
    const receipt = cardReceipt(intent);
    if (receipt === undefined) throw await refusalOf(intent, { application_id, user_id: actor.user_id, purchase });
    const settled = await settle(receipt, { actor_id: actor.user_id }, appealFees);
    if (settled === undefined || settled.payment.stripe_payment_id !== intent.id) {
      throw new Problem("payment.mismatch");
    }
    return { data: billingOf(settled.payment, settled.application) };
  },
  pointer,
);

/** Why a payment that has not succeeded cannot be finished. A declined card is noted; the purchase stays open. */
async function refusalOf(intent: Intent, of: PurchaseId): Promise<Problem> {
  if (intent.declined === undefined) return new Problem("payment.not-finished");
  const purchase = await readPurchaseOf(of);
  const payment = purchase?.payment;
  const { id, metadata } = intent;
  if (payment?.status === "open" && isOf({ method: "card", id, attempt: metadata.attempt ?? "" }, payment)) {
    const set = { comment: intent.declined.slice(0, 300), updated_on: now() };
    await transact(amend(paymentEntity, { before: payment, set, otherwise: new Problem("payment.changed") }).steps);
  }
  return new Problem("payment.declined", { message: intent.declined });
}
