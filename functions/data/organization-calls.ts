import { clock } from "../runtime/clock.ts";
import { keys } from "./keys.ts";
import type { Item, Key } from "./table.ts";

/** The bucket of tokens that the calls in one organization share: half of the gateway's, for all organizations. */
export const callsPerOrganization = { perSecond: 100, burst: 200 } as const;

/** One call in so many is counted, drawn by chance, and takes as many tokens: no item is written by every call. */
export const callsPerCount = 5;

/** How long it takes until the tokens of a counted call are back. */
export const countMs = (callsPerCount * 1000) / callsPerOrganization.perSecond;

/** How much later than now a bucket is full that has the tokens of one more counted call. */
export const lastCountMs = (callsPerOrganization.burst * 1000) / callsPerOrganization.perSecond - countMs;

/** Where an organization's bucket is kept: every handler reads it beside the caller. */
export const callsKey = (organization_id: string): Key =>
  keys.rate(`callsPerOrganization#${organization_id}`, "BUCKET");

/** A bucket that is to be full later than this was written before the clock was set back, and is taken for a full one. */
export const fullAtMostMs = lastCountMs + countMs + 60_000;

/** When a bucket is full again, in milliseconds of the clock; 0 where it never had less. */
export function fullAt(bucket: Item | undefined): number {
  const full_at = Number(bucket?.full_at ?? 0);
  return full_at > clock.now() + fullAtMostMs ? 0 : full_at;
}

/** In how many milliseconds a bucket has tokens, 0 where it has some. It is kept as the time when it is full again. */
export const waitForTokensMs = (bucket: Item | undefined): number =>
  Math.max(0, fullAt(bucket) - clock.now() - lastCountMs);
