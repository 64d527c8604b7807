import type { Problem } from "../../shared/http/problem.ts";
import { now } from "../data/ids.ts";
import { keys, type ProviderMark } from "../data/keys.ts";
import { create, type Step } from "../data/table.ts";

/**
 * Says that an object or an event of a provider had its effect; refused with `otherwise` the second time. `fee_cents` is
 * what the provider kept for itself, where that is written with it.
 */
export const markApplied = (kind: ProviderMark, id: string, otherwise: Problem, fee_cents?: number): Step =>
  create(keys.providerMarker(kind, id), { at: now(), fee_cents }, { otherwise });
