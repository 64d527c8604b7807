import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from "@aws-sdk/client-sqs";
import { clientTimeouts } from "../runtime/client-timeouts.ts";

const BATCH = 10;

type Entry = Omit<SendMessageBatchRequestEntry, "Id">;

let client: SQSClient | undefined;

/**
 * Sends each message, as JSON, to a queue, where it shows after the delay (at most 900 seconds). Throws when any was not
 * taken; the caller then sends all again.
 */
export const sendMessages = (queueUrl: string, messages: readonly object[], delaySeconds = 0): Promise<void> =>
  sendEntries(
    queueUrl,
    messages.map((message) => ({ MessageBody: JSON.stringify(message), DelaySeconds: delaySeconds })),
  );

/** A message of a group, whose messages are worked on one after the other; sent twice within five minutes, it is there once. */
export interface OrderedMessage {
  readonly group: string;
  readonly id: string;
  readonly message: object;
}

/** Sends messages to an ordered queue, as {@link sendMessages} does to others. */
export const sendInOrder = (queueUrl: string, messages: readonly OrderedMessage[]): Promise<void> =>
  sendEntries(
    queueUrl,
    messages.map(({ group, id, message }) => ({
      MessageBody: JSON.stringify(message),
      MessageGroupId: group,
      MessageDeduplicationId: id,
    })),
  );

async function sendEntries(queueUrl: string, entries: readonly Entry[]): Promise<void> {
  client ??= new SQSClient(clientTimeouts);
  for (let at = 0; at < entries.length; at += BATCH) {
    const Entries = entries.slice(at, at + BATCH).map((entry, index) => ({ Id: String(index), ...entry }));
    const { Failed } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    if (Failed && Failed.length > 0) throw new Error(`The queue refused ${Failed.length} messages.`);
  }
}
