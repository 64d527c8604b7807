import { stripeWebhook } from "../../shared/payment/calls.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { implement } from "../chain/implement.ts";
import { type ProviderEvent, readDispute, readIntent, verifyEvent } from "../clients/stripe.ts";
import type { Claim, Standing } from "../review/model/dispute.ts";
import { log } from "../runtime/log.ts";
import { cardReceipt } from "./model/receipt.ts";
import { rejectBadSignature } from "./model/reject-bad-signature.ts";
import { settle } from "./model/settle.ts";

export const handler = implement(stripeWebhook, async (_, { request }) => {
  const event = await verifyEvent(request.rawBody, request.header("stripe-signature")).catch((error: unknown) =>
    rejectBadSignature(error, stripeWebhook.route, request),
  );
  const known = await apply(event);
  if (!known) log("warn", "payment_unknown", { event_id: event.id, event_type: event.type });
  return { data: { received: true as const } };
});

/** Has an event take effect; false when it is about no purchase of ours. */
async function apply({ id, type, objectId, intentId }: ProviderEvent): Promise<boolean> {
  switch (type) {
    case "payment_intent.succeeded":
      return collected(objectId, id);
    case "charge.updated": // the provider's fee is known now
      return intentId !== undefined && collected(intentId, id);
    case "charge.refunded":
      return givenBack(intentId, id);
    case "charge.dispute.created":
    case "charge.dispute.funds_withdrawn": // the fee of the dispute is known now
    case "charge.dispute.funds_reinstated": // and may have been given back
    case "charge.dispute.closed": {
      const [claim, { applyDispute }] = await Promise.all([readClaim(objectId), import("../review/model/dispute.ts")]);
      return claim !== undefined && applyDispute(claim, { kind: "event", id }, appealFees);
    }
    default:
      return true;
  }
}

async function collected(intentId: string, event_id: string): Promise<boolean> {
  const intent = await readIntent(intentId);
  const receipt = intent && cardReceipt(intent);
  const messenger = { actor_id: "system", event: { kind: "event", id: event_id } } as const;
  return receipt !== undefined && (await settle(receipt, messenger, appealFees)) !== undefined;
}

/** We give no money back: who did so at the provider has left a difference, and an operator is told. */
async function givenBack(intentId: string | undefined, event_id: string): Promise<boolean> {
  const intent = intentId === undefined ? undefined : await readIntent(intentId);
  const { application_id, organization_id } = intent?.metadata ?? {};
  if (application_id === undefined) return false;
  log("error", "payment_mismatch", { organization_id, event_id });
  return true;
}

const standings: Readonly<Record<string, Standing>> = {
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
};

async function readClaim(dispute_id: string): Promise<Claim | undefined> {
  const dispute = await readDispute(dispute_id);
  const intent = dispute && (await readIntent(dispute.intentId));
  const receipt = intent && cardReceipt(intent);
  if (!dispute || !receipt) return undefined;
  const { status, cents, feeCents: fee_cents, evidenceDueOn: evidence_due_on } = dispute;
  return { id: dispute_id, standing: standings[status] ?? "harmless", receipt, cents, fee_cents, evidence_due_on };
}
