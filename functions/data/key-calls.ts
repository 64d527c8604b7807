import { Problem } from "../../shared/http/problem.ts";
import { waitInWords } from "../../shared/http/wait.ts";
import { clock } from "../runtime/clock.ts";
import { alone } from "./alone.ts";
import { now } from "./ids.ts";
import type { Key } from "./keys/key.ts";
import { platformKeys } from "./keys/platform.ts";
import { retryWhenRaced } from "./retry-when-raced.ts";
import { change } from "./steps.ts";
import { batchGet, type Item } from "./table.ts";

/** How often a key may call. */
export const callsPerKey = { max: 600, windowSeconds: 60 } as const;

/** Where a key's calls are counted: one item that is read beside the key, and outlives its minutes to tell the last use. */
export const callsOfKey = (key_id: string): Key => platformKeys.rate(`callsPerKey#${key_id}`, "CALLS");

/** When a key last called, to ten minutes. */
export const lastUseIn = (calls: Item | undefined): string | undefined =>
  calls === undefined ? undefined : String(calls.used_on);

const LAST_USE_MS = 600_000;

const minute = () => Math.floor(clock.seconds() / callsPerKey.windowSeconds);

function tooManyCallsOfKey(): Problem {
  const retryAfterSeconds = callsPerKey.windowSeconds - (clock.seconds() % callsPerKey.windowSeconds);
  const message = `Too many requests with this API key. Try again in ${waitInWords(retryAfterSeconds)}.`;
  return new Problem("rate.exceeded", { message, retryAfterSeconds });
}

/** Counts a call of a key, whose calls were read as `read`, and says how many are left; refused where none was. */
export async function countCallOfKey(key_id: string, read: Item | undefined): Promise<number> {
  return retryWhenRaced(
    async (attempt) => {
      // around the beginning of a minute, the first calls of a key make what the others have read wrong
      const [calls] = attempt === 1 ? [read] : await batchGet([callsOfKey(key_id)]);
      const remaining = callsPerKey.max - (calls?.minute === minute() ? Number(calls.used) : 0);
      if (remaining <= 0) throw tooManyCallsOfKey();
      await alone(counting(key_id, calls)).catch((error) => {
        throw isRefusal(error) ? new Problem("state.changed") : error;
      });
      return remaining - 1;
    },
    { exhausted: "server.busy" },
  );
}

const isRefusal = (error: unknown) => error instanceof Error && error.name === "ConditionalCheckFailedException";

function counting(key_id: string, calls: Item | undefined) {
  const isCurrent = calls?.minute === minute();
  const isStale = Date.parse(String(calls?.used_on ?? "")) < clock.now() - LAST_USE_MS;
  const used_on = calls === undefined || isStale ? { used_on: now() } : {};
  return isCurrent
    ? change(
        callsOfKey(key_id),
        { add: { used: 1 }, set: used_on },
        { where: { minute: minute(), used: { below: callsPerKey.max } } },
      )
    : change(
        callsOfKey(key_id),
        { set: { minute: minute(), used: 1, ...used_on } },
        { orCreate: true, where: { minute: calls === undefined ? { absent: true } : Number(calls.minute) } },
      );
}
