import { Problem } from "../../shared/http/problem.ts";
import { paypalWebhook } from "../../shared/payment/calls.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { implement } from "../chain/implement.ts";
import { readOrder } from "../clients/paypal/orders.ts";
import { type PayPalEvent, verifyPayPalEvent } from "../clients/paypal/webhook-events.ts";
import { paymentKeys } from "../data/keys/payment.ts";
import { batchGet } from "../data/table.ts";
import type { Claim } from "../review/model/dispute.ts";
import { log } from "../runtime/log.ts";
import { finishOrder } from "./model/paypal.ts";
import { collectingOf } from "./model/receipt.ts";
import { rejectBadSignature } from "./model/reject-bad-signature.ts";

const ofOrders = ["CHECKOUT.ORDER.APPROVED", "CHECKOUT.ORDER.COMPLETED", "PAYMENT.CAPTURE.COMPLETED"];
const ofDisputes = ["CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED"];

export const handler = implement(paypalWebhook, async (_, { request }) => {
  const event = await verifyPayPalEvent(request.rawBody, request.header).catch((error: unknown) =>
    rejectBadSignature(error, paypalWebhook.route, request),
  );
  const [applied] = await batchGet([paymentKeys.providerMarker("notification", event.id)]);
  if (!applied) await apply(event);
  return { data: { received: true as const } };
});

async function apply({ id, type, orderId, disputeId }: PayPalEvent): Promise<void> {
  const mark = { kind: "notification", id } as const;
  if (type === "PAYMENT.CAPTURE.REFUNDED") {
    log("error", "payment_mismatch", { event_id: id }); // we give no money back: somebody did so at PayPal
  } else if (disputeId !== undefined && ofDisputes.includes(type)) {
    const [claim, { applyDispute }] = await Promise.all([readClaim(disputeId), import("../review/model/dispute.ts")]);
    const known = claim !== undefined && (await applyDispute(claim, mark, appealFees));
    if (!known) log("warn", "payment_unknown", { event_id: id, event_type: type });
  } else if (orderId !== undefined && ofOrders.includes(type)) {
    const order = await readOrder(orderId);
    await (order && finishOrder(order, { actor_id: "system", event: mark }, appealFees))?.catch(
      async (error: unknown) => {
        const { statusOf } = await import("../../shared/http/problems.ts");
        const refused = error instanceof Problem && statusOf(error.code) < 500; // the learner hears of it; nothing to send again
        if (!refused) throw error;
      },
    );
  }
}

async function readClaim(dispute_id: string): Promise<Claim | undefined> {
  const { readDispute } = await import("../clients/paypal/disputes.ts");
  const dispute = await readDispute(dispute_id);
  const order = dispute && (await readOrder(dispute.orderId));
  const receipt = order && collectingOf(order);
  if (!dispute || !receipt) return undefined;
  const { standing, cents, feeCents: fee_cents, evidenceDueOn: evidence_due_on } = dispute;
  return { id: dispute_id, standing, cents, receipt, fee_cents, evidence_due_on };
}
