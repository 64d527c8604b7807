import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Problem } from "../../shared/http/problem.ts";
import { waitInWords } from "../../shared/http/wait.ts";
import { clock } from "../runtime/clock.ts";
import { environment } from "../runtime/environment.ts";
import { describeError, log } from "../runtime/log.ts";
import type { Key } from "./keys/key.ts";
import {
  callsKey,
  countMs,
  fullAt,
  fullAtMostMs,
  lastCountMs,
  lastCountOfPersonMs,
  lastOfHalfMs,
  personWeight,
  shareName,
  sharePrefix,
  waitForTokensMs,
} from "./organization-calls.ts";
import { documents, type Item } from "./table.ts";

/** The refusal of a person's call for which their organization's bucket has no tokens, or none beyond their share. */
export function tooManyCalls(bucket: Item | undefined, user_id: string): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitForTokensMs(bucket, user_id) / 1000));
  const whose = waitForTokensMs(bucket) > 0 ? "your organization" : "you";
  const message = `Too many requests from ${whose}. Try again in ${waitInWords(retryAfterSeconds)}.`;
  return new Problem("rate.exceeded", { message, retryAfterSeconds });
}

/** Around the moment when a bucket is full, each who takes tokens makes what the others have read of it wrong. */
const attemptsMax = 4;

/**
 * Takes the tokens of a person's counted call from their organization's bucket, which was read as `bucket`, or throws the
 * refusal when they are gone by now. A call is let through when the table does not answer, or others overtake it again and
 * again while there are tokens.
 */
export async function takeTokens(organization_id: string, user_id: string, bucket: Item | undefined): Promise<void> {
  const key = callsKey(organization_id);
  let known = bucket;
  try {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const found = await take(key, user_id, known);
      if (found === "taken") return;
      known = found;
      if (waitForTokensMs(known, user_id) > 0) break;
    }
  } catch (error) {
    log("warn", "call_not_counted", { organization_id, error: describeError(error) });
    return;
  }
  if (waitForTokensMs(known, user_id) > 0) throw tooManyCalls(known, user_id);
  log("warn", "call_not_counted", { organization_id, error: "overtaken" });
}

/**
 * One guarded update, or what stood there instead: of a full bucket the time begins now, of another it moves on. Shares that
 * are whole are forgotten, all of them with a full bucket.
 */
async function take(key: Key, user_id: string, bucket: Item | undefined): Promise<"taken" | Item | undefined> {
  const now = clock.now();
  const isFull = fullAt(bucket) <= now;
  const own = shareName(user_id);
  const isWhole = isFull || !(Number(bucket?.[own]) > now);
  const whole = Object.entries(bucket ?? {})
    .filter(([name, at]) => name.startsWith(sharePrefix) && name !== own && (isFull || Number(at) <= now))
    .map(([name]) => name)
    .slice(0, 100);
  const conditions = isFull
    ? ["(attribute_not_exists(#full_at) or #full_at <= :now or #full_at > :most)"]
    : [
        "#full_at > :now and #full_at <= :last",
        isWhole
          ? "(attribute_not_exists(#own) or #own <= :now)"
          : "#own > :now and (#full_at <= :lastOfHalf or #own <= :lastOfOwn)",
      ];
  const values = {
    ":now": now,
    ":by": isFull ? now + countMs : countMs,
    ":byOwn": countMs * personWeight + (isWhole ? now : 0),
    ...(isFull ? { ":most": now + fullAtMostMs } : { ":last": now + lastCountMs }),
    ...(!isWhole && { ":lastOfHalf": now + lastOfHalfMs, ":lastOfOwn": now + lastCountOfPersonMs }),
    ":ttl": clock.seconds() + 60,
    ":one": 1,
  };
  const moved = `#full_at = ${isFull ? "" : "#full_at + "}:by, #own = ${isWhole ? "" : "#own + "}:byOwn`;
  const forgotten = Object.fromEntries(whole.map((name, index) => [`#share${index}`, name]));
  try {
    await documents().send(
      new UpdateCommand({
        TableName: environment("TABLE_NAME"),
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: `set ${moved}, #ttl = :ttl add #version :one${whole.length > 0 ? ` remove ${Object.keys(forgotten).join(", ")}` : ""}`,
        ConditionExpression: conditions.join(" and "),
        ExpressionAttributeNames: {
          "#full_at": "full_at",
          "#own": own,
          "#ttl": "ttl",
          "#version": "version",
          ...forgotten,
        },
        ExpressionAttributeValues: values,
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return "taken";
  } catch (error) {
    if (!(error instanceof Error && error.name === "ConditionalCheckFailedException")) throw error;
    const { Item: found } = error as { Item?: Record<string, { N?: string }> };
    const numbers = Object.entries(found ?? {}).map(([name, { N }]) => [name, Number(N)]);
    return found && { ...Object.fromEntries(numbers), ...key };
  }
}
