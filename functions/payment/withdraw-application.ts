import { Problem } from "../../shared/http/problem.ts";
import { withdrawApplication } from "../../shared/payment/calls.ts";
import { appealFees } from "../appeal/model/fees.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { transition } from "../data/transition.ts";
import { applicationEntity } from "../submission/model/application-entity.ts";
import { closeAtProvider } from "./model/choose.ts";
import { failSteps } from "./model/fail.ts";
import { checkPayment } from "./model/payment-entity.ts";
import { settle } from "./model/settle.ts";
import { readPurchaseOf } from "./model/store.ts";

/** An open payment is closed at its provider first; what had been collected after all pays for the application instead. */
export const handler = implement(withdrawApplication, async ({ application_id }, { actor: { user_id }, commit }) => {
  const purchase = await readPurchaseOf({ application_id, user_id });
  if (purchase === undefined) throw new Problem("resource.not-found");
  const { application: before, payment } = purchase;
  const answer = { data: { application_id, status: "closed" as const } };
  if (before.closed_because === "withdrawn") return commit([], answer);
  const alreadyPaid = new Problem("payment.already-paid");
  const otherwise = new Problem("payment.changed");
  const withdrawn = transition(applicationEntity, "withdraw", {
    before,
    set: { closed_because: "withdrawn", closed_on: now() },
    wrongState: alreadyPaid,
    otherwise,
    actor_id: user_id,
  });
  const open = payment?.status === "open" ? payment : undefined;
  const receipt = open && (await closeAtProvider(open));
  if (receipt) {
    await settle(receipt, { actor_id: user_id }, appealFees);
    throw alreadyPaid;
  }
  const ending = open
    ? await failSteps(open, "The application was withdrawn.", otherwise)
    : [checkPayment(application_id, payment, otherwise)];
  return commit([...withdrawn.steps, ...ending], answer);
});
