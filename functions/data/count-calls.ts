import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Problem } from "../../shared/http/problem.ts";
import { waitInWords } from "../../shared/http/wait.ts";
import { clock } from "../runtime/clock.ts";
import { environment } from "../runtime/environment.ts";
import { describeError, log } from "../runtime/log.ts";
import { callsKey, countMs, fullAt, fullAtMostMs, lastCountMs, waitForTokensMs } from "./organization-calls.ts";
import { documents, type Item, type Key } from "./table.ts";

/** The refusal of a call for which its organization's bucket has no tokens. */
export function tooManyCalls(waitMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `Too many requests from your organization. Try again in ${waitInWords(retryAfterSeconds)}.`;
  return new Problem("rate.exceeded", { message, retryAfterSeconds });
}

/** Around the moment when a bucket is full, each who takes tokens makes what the others have read of it wrong. */
const attemptsMax = 4;

/**
 * Takes the tokens of a counted call from its organization's bucket, which was read as `bucket`, or throws the refusal when
 * they are gone by now. A call is let through when the table does not answer, or others overtake it again and again while
 * there are tokens.
 */
export async function takeTokens(organization_id: string, bucket: Item | undefined): Promise<void> {
  const key = callsKey(organization_id);
  let known = bucket;
  try {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const found = await take(key, known);
      if (found === "taken") return;
      known = found;
      if (waitForTokensMs(known) > 0) break;
    }
  } catch (error) {
    log("warn", "call_not_counted", { organization_id, error: describeError(error) });
    return;
  }
  const waitMs = waitForTokensMs(known);
  if (waitMs > 0) throw tooManyCalls(waitMs);
  log("warn", "call_not_counted", { organization_id, error: "overtaken" });
}

/** One guarded update, or what stood there instead: of a full bucket the time begins now, of another it moves on. */
async function take(key: Key, bucket: Item | undefined): Promise<"taken" | Item | undefined> {
  const now = clock.now();
  const isFull = fullAt(bucket) <= now;
  const taking = isFull
    ? {
        update: "#full_at = :first",
        condition: "attribute_not_exists(#full_at) or #full_at <= :now or #full_at > :most",
        values: { ":first": now + countMs, ":now": now, ":most": now + fullAtMostMs },
      }
    : {
        update: "#full_at = #full_at + :by",
        condition: "#full_at > :now and #full_at <= :last",
        values: { ":by": countMs, ":now": now, ":last": now + lastCountMs },
      };
  try {
    await documents().send(
      new UpdateCommand({
        TableName: environment("TABLE_NAME"),
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: `set ${taking.update}, #ttl = :ttl add #version :one`,
        ConditionExpression: taking.condition,
        ExpressionAttributeNames: { "#full_at": "full_at", "#ttl": "ttl", "#version": "version" },
        ExpressionAttributeValues: { ...taking.values, ":ttl": clock.seconds() + 60, ":one": 1 },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return "taken";
  } catch (error) {
    if (!(error instanceof Error && error.name === "ConditionalCheckFailedException")) throw error;
    const { Item: found } = error as { Item?: { full_at?: { N?: string } } };
    return found && { ...key, full_at: Number(found.full_at?.N) };
  }
}
