import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import type { Payment } from "../../../shared/payment/payment.ts";
import { feeEntry } from "../../../shared/payment/rules.ts";
import { paymentMachine } from "../../../shared/payment/states.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import { now } from "../../data/ids.ts";
import { type ProviderMark, paymentKeys } from "../../data/keys/payment.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { change, type Step } from "../../data/steps.ts";
import { get, transact } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { BillingRecord, changeLine } from "../../payment/model/billing.ts";
import { feeLossSteps, isReturnOwed, returnFeeSteps } from "../../payment/model/end-appeal-fee.ts";
import type { FeePurchase } from "../../payment/model/fee-purchase.ts";
import { post } from "../../payment/model/ledger.ts";
import { paymentEntity } from "../../payment/model/payment-entity.ts";
import { markApplied } from "../../payment/model/provider-marker.ts";
import type { Receipt } from "../../payment/model/receipt.ts";
import { isOf, settle } from "../../payment/model/settle.ts";
import { type BegunPurchase, readPurchaseOf } from "../../payment/model/store.ts";
import { log } from "../../runtime/log.ts";
import { lossSteps } from "./reversal.ts";

const race = { exhausted: "server.busy" } as const;

/** How a dispute stands: not decided, decided for us or for the payer. `harmless` ones move no money. */
export type Standing = "harmless" | "open" | "won" | "lost";

/** A disagreement about money that a provider has collected, as the provider has it now. */
export interface Claim {
  /** The provider's id of it. */
  readonly id: string;
  readonly standing: Standing;
  /** The collecting it is about. */
  readonly receipt: Receipt;
  /** What the payer wants, or was given, back. */
  readonly cents: number;
  /** What the provider keeps for itself for it; absent until it says so. It may be given back later. */
  readonly fee_cents?: number;
  /** Until when the provider takes evidence; absent where it does not say. */
  readonly evidence_due_on?: string;
}

const events: Record<Standing, readonly ("dispute" | "win" | "lose")[]> = {
  harmless: [],
  open: ["dispute"],
  won: ["win"],
  lost: ["dispute", "lose"],
};

/**
 * Brings a payment to where a dispute about it stands, in whatever order the events arrive and however often. While it is
 * disputed the reviewer's pay is held; a lost one undoes the sale. What the provider keeps for it is the platform's. Where
 * a loss does not fit the sale (a part of it, a second payment, one that became credit) the sale stands and an operator is
 * told, and so they are of a loss that was overturned. False when the dispute is about no purchase of ours.
 */
export async function applyDispute(
  claim: Claim,
  event: { kind: ProviderMark; id: string },
  fees: FeePurchase,
): Promise<boolean> {
  const { receipt } = claim;
  await settle(receipt, { actor_id: "system" }, fees); // the news of the payment may come after that of its dispute
  await bookFee(claim);
  for (;;) {
    const taken = await retryWhenRaced(() => takeStep(claim, event), race);
    if (taken !== "on the way") return taken === "done";
  }
}

/** What happens to a payment by how its dispute stands. An appeal's fee that is to be returned is so once the dispute is won. */
const eventsFor = (standing: Standing, payment: Payment): readonly ("dispute" | "win" | "lose" | "refund")[] =>
  standing === "won" && isReturnOwed(payment) ? ["win", "refund"] : events[standing];

/** One transition towards where the dispute stands: a lost one that nobody has heard of takes two. */
async function takeStep(
  { receipt, standing, cents, evidence_due_on }: Claim,
  event: { kind: ProviderMark; id: string },
): Promise<"done" | "on the way" | "not ours"> {
  const marker = paymentKeys.providerMarker(event.kind, event.id);
  const purchase = await readPurchaseOf(receipt, [marker]);
  if (purchase?.payment === undefined) return "not ours";
  const { payment, alsoFound } = purchase;
  if (alsoFound[0] !== undefined) return "done";
  const isOwn = isOf(receipt, payment);
  const isMisfit = standing === "lost" && !(isOwn && cents >= payment.due_cents);
  const asked = isOwn ? eventsFor(isMisfit ? "won" : standing, payment) : [];
  const [next] = asked.filter((each) => nextState(paymentMachine, payment.status, each) !== undefined);
  if (next === undefined) {
    const isOverturned = isOwn && standing === "won" && payment.status === "lost"; // what was undone stays undone
    if (isMisfit || isOverturned || (standing === "lost" && payment.status !== "lost")) {
      tellOperators(payment, event.id);
    }
    return "done";
  }
  const otherwise = new Problem("state.changed");
  const isLast = asked.at(-1) === next;
  const steps = await stepsOf(next, { ...purchase, payment }, { evidence_due_on, otherwise });
  await transact([...(isLast ? [markApplied([event.kind, event.id], otherwise)] : []), ...steps]);
  if (next === "dispute") log("warn", "payment_disputed", { organization_id: payment.organization_id });
  if (isLast && isMisfit) tellOperators(payment, event.id);
  return isLast ? "done" : "on the way";
}

const Booked = z.object({ fee_cents: z.number().int(), decided: z.boolean(), version: z.number() });

/** Writes what the provider keeps for a dispute, as the difference to what is written: each cent once, and back once. */
async function bookFee({ id, standing, fee_cents, receipt }: Claim): Promise<void> {
  if (fee_cents === undefined) return;
  const key = paymentKeys.providerMarker("dispute", id);
  const decided = standing === "won" || standing === "lost";
  await retryWhenRaced(async () => {
    const purchase = await readPurchaseOf(receipt, [key]);
    if (purchase === undefined) return;
    const { application, alsoFound } = purchase;
    const booked = alsoFound[0] && Booked.parse(alsoFound[0]);
    const isOld = booked?.decided && !decided; // an answer from before the decision, overtaken on its way
    if (isOld || (booked?.fee_cents === fee_cents && booked.decided === decided)) return;
    const { organization_id, application_id, cred_id, user_id } = application;
    const at = now();
    const { purchase: of } = receipt;
    const ids = { application_id, cred_id, user_id, dispute_id: id, ...(of && { purchase: of }) };
    const otherwise = new Problem("state.changed");
    const where = { version: booked ? booked.version : ({ absent: true } as const) };
    await transact([
      change(key, { set: { at, fee_cents, decided } }, { orCreate: true, where, otherwise }),
      ...post(feeEntry(fee_cents - (booked?.fee_cents ?? 0)), { organization_id, event: "dispute-fee", at, ...ids }),
    ]);
  }, race);
}

const tellOperators = ({ organization_id }: Payment, event_id: string) =>
  log("error", "payment_mismatch", { organization_id, event_id });

async function stepsOf(
  event: "dispute" | "win" | "lose" | "refund",
  purchase: BegunPurchase,
  { evidence_due_on, otherwise }: { evidence_due_on: string | undefined; otherwise: Problem },
): Promise<Step[]> {
  const { payment: before } = purchase;
  if (event === "refund") return returnFeeSteps(purchase, { actor_id: "system", otherwise });
  if (event === "lose")
    return before.purchase === "appeal" ? feeLossSteps(purchase, otherwise) : lossSteps(purchase, otherwise);
  const disputed_on = now();
  const [set, noted] =
    event === "dispute"
      ? [
          { disputed_on, evidence_due_on },
          { dispute: "open" as const, disputed_on },
        ]
      : [{}, { dispute: "won" as const }];
  const details = { price_cents: before.price_cents };
  const line = before.entry_id
    ? await get(BillingRecord, paymentKeys.billing(before.user_id, before.entry_id))
    : undefined;
  return [
    ...transition(paymentEntity, event, { before, set, otherwise, actor_id: "system", details }).steps,
    ...(line ? changeLine(line, noted) : []),
  ];
}
