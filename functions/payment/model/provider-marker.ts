import type { Problem } from "../../../shared/http/problem.ts";
import { now } from "../../data/ids.ts";
import { type ProviderMark, paymentKeys } from "../../data/keys/payment.ts";
import { create, type Step } from "../../data/steps.ts";
import type { Receipt } from "./receipt.ts";

/** Which object or event of a provider is meant: its kind and its id there. */
type Marked = readonly [kind: ProviderMark, id: string];

const kinds: Record<Receipt["method"], ProviderMark> = { card: "intent", paypal: "order" };

/** The provider's object that collected the money. */
export const markOf = ({ method, id }: Pick<Receipt, "method" | "id">): Marked => [kinds[method], id];

/**
 * Says that an object or an event of a provider had its effect; refused with `otherwise` the second time. `fee_cents` is
 * what the provider kept for itself, where that is written with it.
 */
export const markApplied = (marked: Marked, otherwise: Problem, fee_cents?: number): Step =>
  create(paymentKeys.providerMarker(...marked), { at: now(), fee_cents }, { otherwise });
