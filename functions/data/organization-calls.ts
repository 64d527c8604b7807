import { clock } from "../runtime/clock.ts";
import type { Key } from "./keys/key.ts";
import { platformKeys } from "./keys/platform.ts";
import type { Item } from "./table.ts";

/** The bucket of tokens that the calls in one organization share: a twentieth of what the gateway lets through of all. */
export const callsPerOrganization = { perSecond: 100, burst: 200 } as const;

/** One call in so many is counted, drawn by chance, and takes as many tokens: no item is written by every call. */
export const callsPerCount = 5;

/** How long it takes until the tokens of a counted call are back. */
export const countMs = (callsPerCount * 1000) / callsPerOrganization.perSecond;

/** How much later than now a bucket is full that has the tokens of one more counted call. */
export const lastCountMs = (callsPerOrganization.burst * 1000) / callsPerOrganization.perSecond - countMs;

/** Where an organization's bucket is kept: every handler reads it beside the caller. */
export const callsKey = (organization_id: string): Key =>
  platformKeys.rate(`callsPerOrganization#${organization_id}`, "BUCKET");

/** A bucket that is to be full later than this was written before the clock was set back, and is taken for a full one. */
export const fullAtMostMs = lastCountMs + countMs + 60_000;

/** When a bucket is full again, in milliseconds of the clock; 0 where it never had less. */
export function fullAt(bucket: Item | undefined): number {
  const full_at = Number(bucket?.full_at ?? 0);
  return full_at > clock.now() + fullAtMostMs ? 0 : full_at;
}

/** A person's share is as much smaller than the bucket: by so much more does a counted call weigh against it. */
export const personWeight = 5;

/** How much later than now a bucket is full that has one more counted call's tokens in its first half: the second is shared. */
export const lastOfHalfMs = (callsPerOrganization.burst * 500) / callsPerOrganization.perSecond - countMs;

/** How much later than now a person's share is whole that has the tokens of one more of their counted calls. */
export const lastCountOfPersonMs = lastCountMs + countMs - countMs * personWeight;

/** What the names begin with under which a bucket has when a person's share is whole again. */
export const sharePrefix = "share#";
/** The name of a person's share in a bucket. */
export const shareName = (user_id: string): string => `${sharePrefix}${user_id}`;

/**
 * In how many milliseconds a bucket has tokens, for one person where one is named; 0 where it has some. It is kept as the
 * time when it is full again, and so is each person's share.
 */
export function waitForTokensMs(bucket: Item | undefined, user_id = ""): number {
  const full_at = fullAt(bucket);
  const share_at = Number(bucket?.[shareName(user_id)] ?? 0);
  return Math.max(
    0,
    Math.max(full_at - lastCountMs, Math.min(full_at - lastOfHalfMs, share_at - lastCountOfPersonMs)) - clock.now(),
  );
}
