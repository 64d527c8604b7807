import { type Entry, feeEntry, sumOf } from "../../../shared/payment/rules.ts";
import { newId } from "../../data/ids.ts";
import { paymentKeys } from "../../data/keys/payment.ts";
import { create, type Step } from "../../data/steps.ts";
import { log } from "../../runtime/log.ts";

/** Posts an entry to the ledger. Throws when its amounts do not sum to zero: then a rule is wrong, not a person. */
export function post(
  entry: Entry,
  about: { organization_id: string; event: string; at: string; [id: string]: string },
): Step[] {
  if (sumOf(entry) !== 0) {
    log("error", "ledger_imbalance", { organization_id: about.organization_id, event_type: about.event });
    throw new Error(`The ledger entry of ${about.event} sums to ${sumOf(entry)} cents.`);
  }
  if (Object.keys(entry).length === 0) return [];
  const entry_id = newId("evt");
  return [
    create(paymentKeys.ledger(about.organization_id, about.at.slice(0, 7), entry_id), { ...about, entry_id, entry }),
  ];
}

/** What a provider kept for itself, once it is known. */
export const postFee = (
  cents: number | undefined,
  about: { organization_id: string; at: string; [id: string]: string },
): Step[] => (cents === undefined ? [] : post(feeEntry(cents), { ...about, event: "fee" }));
