import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { clientTimeouts } from "../runtime/client-timeouts.ts";

const BATCH = 10;

let client: SQSClient | undefined;

/**
 * Sends each message, as JSON, to a queue, where it shows after the delay (at most 900 seconds). Throws when any was not
 * taken; the caller then sends all again.
 */
export async function sendMessages(queueUrl: string, messages: readonly object[], delaySeconds = 0): Promise<void> {
  client ??= new SQSClient(clientTimeouts);
  for (let at = 0; at < messages.length; at += BATCH) {
    const Entries = messages.slice(at, at + BATCH).map((message, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds,
    }));
    const { Failed } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    if (Failed && Failed.length > 0) throw new Error(`The queue refused ${Failed.length} messages.`);
  }
}
