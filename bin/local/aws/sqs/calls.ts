import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { timeScale } from "../../cloud/time-scale.ts";
import { orderFault, type Sent } from "./order.ts";
import { type Message, md5, type Queue } from "./queue.ts";

const MESSAGE_LIMIT_BYTES = 1024 * 1024;

const BATCH_LIMIT = 10;

const DELAY_MAX_SECONDS = 900;

interface Entry extends Sent {
  readonly Id?: string;
  readonly MessageBody: string;
}

interface Input extends Entry {
  readonly QueueUrl?: string;
  readonly QueueName?: string;
  readonly QueueNamePrefix?: string;
  readonly SourceArn?: string;
  readonly Entries?: readonly Entry[];
}

interface Refused {
  readonly status: number;
  readonly body: { readonly __type: string; readonly message: string };
}

const refuse = (type: string, message: string): Refused => ({
  status: 400,
  body: { __type: `com.amazonaws.sqs#${type}`, message },
});

/** What a call may do with the queues. */
interface Means {
  readonly queues: ReadonlyMap<string, Queue>;
  readonly add: (queue: Queue, body: string, delayMs: number, sent: Sent) => Message;
  readonly redrive: (name: string) => number | undefined;
  /** How many messages the last move out of a dead-letter queue moved. */
  readonly moves: ReadonlyMap<string, number>;
}

type Reply = Refused | { status: number; body: unknown };

/** The calls of the SQS protocol that the product and its programs make. */
export function answerCall(text: string, request: IncomingMessage, { queues, add, redrive, moves }: Means): Reply {
  if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
    return { ...refuse("MissingAuthenticationToken", "Request is missing Authentication Token"), status: 403 };
  }
  const action = String(request.headers["x-amz-target"]).replace("AmazonSQS.", "");
  const input = JSON.parse(text) as Input;
  const urlOf = (name: string) => `http://${request.headers.host}/000000000000/${name}`;
  if (action === "ListQueues") {
    const names = [...queues.keys()].filter((name) => name.startsWith(input.QueueNamePrefix ?? ""));
    return { status: 200, body: { QueueUrls: names.map(urlOf) } };
  }
  const queue = queues.get((input.QueueUrl ?? input.QueueName ?? "").split("/").at(-1)!);
  if (input.SourceArn !== undefined) return moveMessages(action, input.SourceArn, { redrive, moves });
  if (queue === undefined) return refuse("QueueDoesNotExist", "The specified queue does not exist.");
  const send = (entry: Entry) => {
    const message = add(queue, entry.MessageBody, (entry.DelaySeconds ?? 0) * timeScale.waitedSecondMs, entry);
    return { MessageId: message.id, MD5OfMessageBody: md5(entry.MessageBody) };
  };
  const sizeOf = (entries: readonly Entry[]) =>
    entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);

  const delayed = [input, ...(input.Entries ?? [])].find(
    ({ DelaySeconds: seconds = 0 }) => !Number.isInteger(seconds) || seconds < 0 || seconds > DELAY_MAX_SECONDS,
  );
  if (delayed !== undefined) {
    const message = `Value ${delayed.DelaySeconds} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.`;
    return refuse("InvalidParameterValue", message);
  }

  const isSent = action === "SendMessage" || action === "SendMessageBatch";
  const faults = (input.Entries ?? [input]).flatMap((each) => orderFault(each) ?? []);
  if (isSent && queue.resource.isOrdered && faults[0]) return refuse("InvalidParameterValue", faults[0]);

  if (action === "GetQueueUrl") {
    return { status: 200, body: { QueueUrl: urlOf(input.QueueName!) } };
  }
  if (action === "GetQueueAttributes") {
    const Attributes = {
      QueueArn: queue.resource.arn,
      ApproximateNumberOfMessages: String(queue.waiting.length),
      ApproximateNumberOfMessagesNotVisible: String(queue.inFlight.size),
    };
    return { status: 200, body: { Attributes } };
  }
  if (action === "SendMessage") {
    if (sizeOf([input]) > MESSAGE_LIMIT_BYTES) return refuse("InvalidParameterValue", "The message is too long.");
    return { status: 200, body: send(input) };
  }
  if (action === "SendMessageBatch") {
    const entries = input.Entries ?? [];
    if (entries.length === 0) return refuse("EmptyBatchRequest", "There should be at least one entry in the request.");
    if (entries.length > BATCH_LIMIT) return refuse("TooManyEntriesInBatchRequest", "A batch has at most 10 entries.");
    if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
      return refuse("BatchEntryIdsNotDistinct", "Two or more batch entries have the same Id.");
    }
    if (sizeOf(entries) > MESSAGE_LIMIT_BYTES) return refuse("BatchRequestTooLong", "The batch is too long.");
    return {
      status: 200,
      body: { Successful: entries.map((entry) => ({ Id: entry.Id, ...send(entry) })), Failed: [] },
    };
  }
  return refuse("UnsupportedOperation", `${action} is not a call the product makes.`);
}

/** A move out of a dead-letter queue, back to where its messages came from; it is over at once here. */
function moveMessages(action: string, SourceArn: string, { redrive, moves }: Pick<Means, "redrive" | "moves">): Reply {
  const name = SourceArn.split(":").at(-1)!;
  if (action === "StartMessageMoveTask") {
    if (redrive(name) !== undefined) return { status: 200, body: { TaskHandle: randomUUID() } };
    return refuse("InvalidParameterValue", "Source queue must be configured as a Dead Letter Queue.");
  }
  const moved = moves.get(name);
  const task = { SourceArn, Status: "COMPLETED", ApproximateNumberOfMessagesMoved: moved };
  return { status: 200, body: { Results: moved === undefined ? [] : [task] } };
}
