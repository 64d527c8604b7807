import { createHash } from "node:crypto";
import * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import type { Key } from "../data/keys/key.ts";
import { platformKeys } from "../data/keys/platform.ts";
import { check, create, type Step } from "../data/steps.ts";
import { batchGet, get, type Item, transact } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";

const DAY_SECONDS = 86_400;

const Remembered = z.object({ input_hash: z.string(), answer: z.unknown(), ttl: z.number() });

/** What one caller's key for one call stands for: the place of its record, and a hash of the input it came with. */
export interface IdempotencyRecord {
  readonly key: Key;
  readonly inputHash: string;
}

/** The attempt of a request, or undefined when it carries no `Idempotency-Key`. Keys are scoped by caller and call. */
export function idempotencyRecordOf(
  route: string,
  caller: string,
  idempotencyKey: string | undefined,
  input: unknown,
): IdempotencyRecord | undefined {
  if (idempotencyKey === undefined) return undefined;
  if (!/^[\w-]{8,100}$/.test(idempotencyKey)) {
    throw new Problem("input.invalid", { message: "The Idempotency-Key is 8 to 100 letters, digits, - or _." });
  }
  const inputHash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  return { key: platformKeys.idempotency(`${caller}#${route}`, idempotencyKey), inputHash };
}

/** The answer remembered for an attempt; undefined when there is none. Throws when it was made with another input. */
export function storedAnswer(attempt: IdempotencyRecord, item: Item | undefined): { answer: unknown } | undefined {
  const record = item && Remembered.parse(item);
  if (!record || record.ttl < clock.seconds()) return undefined;
  if (record.input_hash !== attempt.inputHash) throw new Problem("idempotency.mismatch");
  return { answer: record.answer };
}

/**
 * The answer a twin has been given since this attempt began; undefined when there is none. A twin's changes may be seen a
 * moment before its record: asking in a transaction waits for the twin's own.
 */
export async function answerOfTwin(attempt: IdempotencyRecord): Promise<{ answer: unknown } | undefined> {
  const twin = new Problem("state.changed");
  try {
    await transact([check(attempt.key, { missing: true, otherwise: twin })]);
    return undefined;
  } catch (error) {
    if (error !== twin) throw error;
    const [item] = await batchGet([attempt.key]);
    return storedAnswer(attempt, item);
  }
}

/** Commits the steps together with the record of their answer. When a twin came first, gives the twin's answer. */
export async function commit<Answer>(
  attempt: IdempotencyRecord | undefined,
  steps: readonly Step[],
  answer: Answer,
): Promise<Answer> {
  if (attempt === undefined) {
    await transact(steps);
    return answer;
  }
  const twin = new Problem("state.changed");
  const record = { input_hash: attempt.inputHash, answer, ttl: clock.seconds() + DAY_SECONDS };
  try {
    await transact([create(attempt.key, record, { otherwise: twin }), ...steps]);
    return answer;
  } catch (error) {
    if (error !== twin) throw error;
    const earlier = await get(Remembered, attempt.key);
    if (earlier?.input_hash !== attempt.inputHash) throw new Problem("idempotency.mismatch");
    return earlier.answer as Answer;
  }
}
