import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { eventOf } from "../chain/event.ts";
import { archive } from "../clients/archive.ts";

/** Keeps inserted audit rows outside the table, a line each, under the day and the id of the first of a batch. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const events = Records.flatMap((record) => eventOf(record.dynamodb?.NewImage) ?? []);
  const [first] = events;
  if (first) await archive(`events/${first.at.slice(0, 10).replaceAll("-", "/")}/${first.event_id}.jsonl`, events);
  return { batchItemFailures: [] };
}
