import { createHash } from "node:crypto";
import type { MappingResource } from "../../cloud/resources/lambda.ts";
import type { QueueResource } from "../../cloud/resources/sqs.ts";
import type { sentBefore } from "./order.ts";

/** A message as a queue keeps it. */
export interface Message {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  /** How often it was handed to a function. */
  readonly receives: number;
  /** Why the last attempt failed. */
  readonly failure?: string;
  /** Of an ordered queue: whose messages do not overtake each other. */
  readonly group?: string;
  /** When it came, among those of its queue. */
  readonly sequence: number;
  /** How far the time of who sent it was moved, and is while it is worked off. */
  readonly movedMs: number;
}

/** One queue as people look at it. A dead-letter queue keeps its messages in `waiting`. */
export interface QueueView {
  readonly name: string;
  readonly waiting: readonly Message[];
  readonly inFlight: number;
}

/** One queue while it runs. */
export interface Queue {
  readonly resource: QueueResource;
  readonly mapping?: MappingResource;
  waiting: Message[];
  readonly inFlight: Map<string, Message>;
  readonly sentBefore: ReturnType<typeof sentBefore<Message>>;
  /** How many batches its function works on. */
  running: number;
  /** Runs while the next batch is gathered. */
  gathering?: NodeJS.Timeout | undefined;
}

/** The next batch, all of one time; it is taken out of those that wait. */
export function nextOf(waiting: Message[], batchSize: number): Message[] {
  const ofAnotherTime = waiting.findIndex((each) => each.movedMs !== waiting[0]!.movedMs);
  return waiting.splice(0, ofAnotherTime < 0 ? batchSize : Math.min(ofAnotherTime, batchSize));
}

/** The digest of a message by which its sender sees that it came whole. */
export const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** A message as a function is handed it. */
export function recordOf(message: Message, { arn }: QueueResource) {
  return {
    messageId: message.id,
    receiptHandle: message.id,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.receives),
      SentTimestamp: String(message.sentAt),
      SenderId: "local",
      ...(message.group !== undefined && { MessageGroupId: message.group }),
      ApproximateFirstReceiveTimestamp: String(message.sentAt),
    },
    messageAttributes: {},
    md5OfBody: md5(message.body),
    eventSource: "aws:sqs",
    eventSourceARN: arn,
    awsRegion: arn.split(":")[3],
  };
}
