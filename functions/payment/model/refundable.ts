import { Problem } from "../../../shared/http/problem.ts";
import { paymentMachine } from "../../../shared/payment/states.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { batchGet } from "../../data/table.ts";
import { type BegunPurchase, readOrganizationsPurchase } from "./store.ts";

/** Reads an organization's purchase that can become product credit now. Refused: any other, and where nobody could spend it. */
export async function readRefundable(application_id: string, organization_id: string): Promise<BegunPurchase> {
  const purchase = await readOrganizationsPurchase(application_id, organization_id);
  if (nextState(paymentMachine, purchase.payment.status, "refund") === undefined)
    throw new Problem("payment.not-refundable");
  const [learner] = await batchGet([organizationKeys.user(purchase.application.user_id)]);
  if (learner === undefined || learner.status === "deleted") throw new Problem("payment.account-deleted");
  return purchase;
}
