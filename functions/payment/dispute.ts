import { Problem } from "../../shared/http/problems.ts";
import { nextPaymentStatus } from "../../shared/payment/rules.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { type Step, together } from "../data/table.ts";
import { readDispute, readIntent } from "../outside/stripe.ts";
import { log } from "../runtime/log.ts";
import { markApplied, writePayment } from "./ledger.ts";
import { cardReceipt } from "./receipt.ts";
import { lossSteps } from "./reversal.ts";
import { settle } from "./settle.ts";
import { type BegunPurchase, readPurchaseOf } from "./store.ts";

const ATTEMPTS = 4;

/** What a dispute's state at the provider asks of a payment, in order. Those that move no money ask nothing. */
function eventsOf(status: string): ("dispute" | "win" | "lose")[] {
  if (status === "needs_response" || status === "under_review") return ["dispute"];
  if (status === "won") return ["win"];
  return status === "lost" ? ["dispute", "lose"] : [];
}

/**
 * Brings a payment to where its dispute stands, in whatever order the events arrive and however often. While it is
 * disputed the reviewer's pay is held; a lost one undoes the sale. False when the dispute is about no purchase of ours.
 */
export async function applyDispute(dispute_id: string, event_id: string): Promise<boolean> {
  const dispute = await readDispute(dispute_id);
  const intent = dispute && (await readIntent(dispute.intentId));
  const { application_id, user_id } = intent?.metadata ?? {};
  if (!dispute || !application_id || !user_id) return false;
  const receipt = cardReceipt(intent!);
  if (receipt) await settle(receipt, { actor_id: "system" }); // the news of the payment may come after that of its dispute
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const purchase = await readPurchaseOf(application_id, user_id, [keys.providerMarker("event", event_id)]);
    if (purchase?.payment === undefined) return false;
    const { payment, besides } = purchase;
    if (besides[0] !== undefined) return true;
    const [next] = eventsOf(dispute.status).filter((event) => nextPaymentStatus(payment.status, event) !== undefined);
    if (next === undefined) {
      if (dispute.status === "lost" && payment.status !== "lost") {
        log("error", "payment_mismatch", { organization_id: payment.organization_id, event_id }); // credited before: an operator decides
      }
      return true;
    }
    const raced = new Problem("state.changed");
    const isLast = eventsOf(dispute.status).at(-1) === next;
    try {
      const steps = stepsOf(next, { ...purchase, payment }, raced);
      await together([...(isLast ? [markApplied("event", event_id, raced)] : []), ...steps]);
      if (isLast) return true;
    } catch (error) {
      if (error !== raced) throw error;
    }
  }
  throw new Problem("server.busy");
}

function stepsOf(event: "dispute" | "win" | "lose", purchase: BegunPurchase, otherwise: Problem): Step[] {
  if (event === "lose") return lossSteps(purchase, otherwise);
  const { payment } = purchase;
  const { organization_id, application_id, cred_id, user_id } = payment;
  const to = event === "win" ? ("paid" as const) : ("disputed" as const);
  return [
    ...writePayment({ ...payment, status: to, updated_on: now() }, payment, otherwise),
    audit({
      ...{ type: event === "win" ? "payment.dispute-won" : "payment.disputed", organization_id, actor_id: "system" },
      ...{ subject_id: application_id, application_id, cred_id, user_id, from: payment.status, to },
    }),
  ];
}
