import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { isOrdered, type Purpose, purposes, queueUrlNames } from "../../shared/platform/environment.ts";
import { eventTypes } from "../../shared/platform/events.ts";
import { eventOf, type Message } from "../chain/event.ts";
import { sendInOrder, sendMessages } from "../clients/queues.ts";
import { environment } from "../runtime/environment.ts";
import { log } from "../runtime/log.ts";

/** Turns inserted audit rows into messages: shared/platform/README.md, "Events". */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const events = Records.flatMap((record) => eventOf(record.dynamodb?.NewImage) ?? []);
  const messages = new Map<Purpose, Message[]>(purposes.map((purpose) => [purpose, []]));
  for (const event of events) {
    const known = (eventTypes as Record<string, { to: readonly Purpose[] } | undefined>)[event.type];
    if (known === undefined) log("warn", "event_unknown", { event_id: event.event_id, event_type: event.type });
    for (const purpose of known?.to ?? []) messages.get(purpose)!.push(event);
  }
  await Promise.all([...messages].map(([purpose, events]) => send(purpose, events)));
  return { batchItemFailures: [] };
}

/** In an ordered queue the events of an organization stand one behind the other. */
function send(purpose: Purpose, events: readonly Message[]): Promise<void> {
  const url = environment(queueUrlNames[purpose]);
  if (!isOrdered(purpose)) return sendMessages(url, events);
  return sendInOrder(
    url,
    events.map((message) => ({ group: message.organization_id, id: message.event_id, message })),
  );
}
