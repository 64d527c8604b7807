import { Problem } from "../../shared/http/problems.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import { nextPaymentStatus } from "../../shared/payment/rules.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import { keys, type ProviderMark } from "../data/keys.ts";
import { type Step, together } from "../data/table.ts";
import { log } from "../runtime/log.ts";
import { markApplied, writePayment } from "./ledger.ts";
import type { Receipt } from "./receipt.ts";
import { lossSteps } from "./reversal.ts";
import { isOf, settle } from "./settle.ts";
import { type BegunPurchase, readPurchaseOf } from "./store.ts";

const ATTEMPTS = 4;

/** How a dispute stands: not decided, decided for us or for the payer. `harmless` ones move no money. */
export type Standing = "harmless" | "open" | "won" | "lost";

/** A disagreement about money that a provider has collected, as the provider has it now. */
export interface Claim {
  readonly standing: Standing;
  /** The collecting it is about. */
  readonly receipt: Receipt;
  /** What the payer wants, or was given, back. */
  readonly cents: number;
}

const events: Record<Standing, readonly ("dispute" | "win" | "lose")[]> = {
  harmless: [],
  open: ["dispute"],
  won: ["win"],
  lost: ["dispute", "lose"],
};

/**
 * Brings a payment to where a dispute about it stands, in whatever order the events arrive and however often. While it is
 * disputed the reviewer's pay is held; a lost one undoes the sale. Where a loss does not fit the sale (a part of it, a
 * second payment, one that became credit) the sale stands and an operator is told. False when the dispute is about no
 * purchase of ours.
 */
export async function applyDispute(claim: Claim, event: { kind: ProviderMark; id: string }): Promise<boolean> {
  const { receipt, standing } = claim;
  await settle(receipt, { actor_id: "system" }); // the news of the payment may come after that of its dispute
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const purchase = await readPurchaseOf(receipt.application_id, receipt.user_id, [
      keys.providerMarker(event.kind, event.id),
    ]);
    if (purchase?.payment === undefined) return false;
    const { payment, besides } = purchase;
    if (besides[0] !== undefined) return true;
    const isOwn = isOf(receipt, payment);
    const isMisfit = standing === "lost" && !(isOwn && claim.cents >= payment.due_cents);
    const asked = isOwn ? events[isMisfit ? "won" : standing] : [];
    const [next] = asked.filter((each) => nextPaymentStatus(payment.status, each) !== undefined);
    if (next === undefined) {
      if (isMisfit || (standing === "lost" && payment.status !== "lost")) tellOperators(payment, event.id);
      return true;
    }
    const raced = new Problem("state.changed");
    const isLast = asked.at(-1) === next;
    try {
      const steps = stepsOf(next, { ...purchase, payment }, raced);
      await together([...(isLast ? [markApplied(event.kind, event.id, raced)] : []), ...steps]);
      if (next === "dispute") log("warn", "payment_disputed", { organization_id: payment.organization_id });
      if (isLast && isMisfit) tellOperators(payment, event.id);
      if (isLast) return true;
    } catch (error) {
      if (error !== raced) throw error;
    }
  }
  throw new Problem("server.busy");
}

const tellOperators = ({ organization_id }: Payment, event_id: string) =>
  log("error", "payment_mismatch", { organization_id, event_id });

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
