import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { atOffset, movedMs } from "../cloud/clock.ts";
import type { LocalFunctions } from "../cloud/functions.ts";
import type { MappingResource, QueueResource } from "../cloud/template.ts";
import { timeScale } from "../cloud/time-scale.ts";
import { readBody, serve } from "../server.ts";
import { nextInOrder, orderFault, putInOrder, type Sent, sentBefore } from "./sqs-order.ts";

const MESSAGE_LIMIT_BYTES = 1024 * 1024;
const BATCH_LIMIT = 10;
/** Locally a failed message waits this long, doubled each time, instead of the queue's visibility timeout. */
const FIRST_RETRY_MS = 100;
const DELAY_MAX_SECONDS = 900;

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

/** The queues of the app: they take messages from the SDK and hand them to the functions that listen. */
export interface LocalQueues {
  readonly url: string;
  readonly port: number;
  /** Opens the queues of a template; until then every message is refused. */
  open(options: {
    queues: readonly QueueResource[];
    mappings: readonly MappingResource[];
    functions: LocalFunctions;
  }): void;
  /** Resolves when every message that is there now has been worked off or is dead; tells whether there were any. */
  drained(): Promise<boolean>;
  views(): QueueView[];
  /** Puts a message into a queue by ARN, as failed stream records are. */
  send(queueArn: string, body: string): void;
  /** Gives the messages of a dead-letter queue back to the queue they came from. */
  redrive(name: string): void;
  stop(): Promise<void>;
}

interface Queue {
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

/** Starts the queues' stand-in. Messages that are still there at `stop` are kept in `file` for the next start. */
export async function startQueues(options: {
  port: number;
  file: string;
  now: () => number;
  log: (line: string) => void;
}): Promise<LocalQueues> {
  const queues = new Map<string, Queue>();
  const byArn = (arn: string) => [...queues.values()].find(({ resource }) => resource.arn === arn);
  const finished = new Set<() => void>();
  let functions: LocalFunctions | undefined;
  let stopping = false;

  let sequence = 0;
  function add(queue: Queue, body: string, delayMs = 0, sent: Sent = {}): Message {
    const known = queue.resource.isOrdered ? queue.sentBefore.find(sent) : undefined;
    if (known !== undefined) return known;
    const { MessageGroupId: group } = sent;
    const times = { sentAt: options.now(), sequence: ++sequence, movedMs: movedMs() };
    const message: Message = { id: randomUUID(), body, receives: 0, ...times, ...(group !== undefined && { group }) };
    if (queue.resource.isOrdered) queue.sentBefore.keep(sent, message);
    put(queue, message, delayMs);
    return message;
  }

  function put(queue: Queue, message: Message, delayMs: number): void {
    if (delayMs === 0) {
      if (queue.resource.isOrdered) putInOrder(queue.waiting, message);
      else queue.waiting.push(message);
      setImmediate(deliver, queue);
      return;
    }
    queue.inFlight.set(message.id, message);
    const timer = setTimeout(() => {
      queue.inFlight.delete(message.id);
      put(queue, message, 0);
    }, delayMs);
    timer.unref();
  }

  /** A batch is handed over when it is full or its window is over, and while the function may work on another. */
  function deliver(queue: Queue, isWindowOver = false): void {
    if (queue.mapping === undefined || stopping || queue.waiting.length === 0) return;
    const { batchSize, windowSeconds, concurrencyMax = Number.POSITIVE_INFINITY } = queue.mapping;
    if (queue.running >= concurrencyMax) return; // looked at again when a batch is done
    if (windowSeconds > 0 && queue.waiting.length < batchSize && !isWindowOver) {
      queue.gathering ??= setTimeout(() => {
        queue.gathering = undefined;
        deliver(queue, true);
      }, windowSeconds * timeScale.waitedSecondMs).unref();
      return;
    }
    const next = queue.resource.isOrdered
      ? nextInOrder(queue.waiting, queue.inFlight.values(), batchSize)
      : nextOf(queue.waiting, batchSize);
    if (next.length === 0) return; // looked at again when a group is free
    const batch = next.map((each) => ({ ...each, receives: each.receives + 1 }));
    for (const message of batch) queue.inFlight.set(message.id, message);
    void work(queue, queue.mapping, batch);
    if (queue.waiting.length > 0) setImmediate(deliver, queue);
  }

  async function work(queue: Queue, mapping: MappingResource, batch: readonly Message[]): Promise<void> {
    queue.running += 1;
    const failures = await atOffset(batch[0]!.movedMs, () => handOver(queue.resource, mapping, batch));
    queue.running -= 1;
    for (const message of batch) {
      queue.inFlight.delete(message.id);
      const failure = failures(message.id);
      if (failure !== undefined) giveBack(queue, { ...message, failure });
    }
    for (const look of finished) look();
    setImmediate(deliver, queue);
  }

  /** Calls the function with a batch and tells which messages failed, and why. */
  async function handOver(resource: QueueResource, mapping: MappingResource, batch: readonly Message[]) {
    const event = { Records: batch.map((message) => recordOf(message, resource)) };
    try {
      const answer = (await functions!.invoke(mapping.functionArn, event)) as {
        batchItemFailures?: { itemIdentifier: string }[];
      } | null;
      const failed = mapping.reportsItemFailures ? (answer?.batchItemFailures ?? []) : [];
      const ids = new Set(failed.map(({ itemIdentifier }) => itemIdentifier));
      return (id: string) => (ids.has(id) ? "reported by the function" : undefined);
    } catch (error) {
      const reason = String((error as Error).stack ?? error);
      options.log(`${resource.name}: ${reason}`);
      return () => reason;
    }
  }

  function giveBack(queue: Queue, message: Message): void {
    const { redrive } = queue.resource;
    const dead = redrive && message.receives >= redrive.maxReceiveCount ? byArn(redrive.deadLetterArn) : undefined;
    if (dead) {
      options.log(`${queue.resource.name}: message ${message.id} is dead: ${message.failure}`);
      put(dead, message, 0);
    } else {
      put(queue, message, FIRST_RETRY_MS * 2 ** (message.receives - 1));
    }
  }

  const pending = () =>
    [...queues.values()]
      .filter(({ mapping }) => mapping !== undefined)
      .flatMap(({ waiting, inFlight }) => [...waiting.map(({ id }) => id), ...inFlight.keys()]);

  const views = () =>
    [...queues.values()].map(({ resource, waiting, inFlight }) => ({
      name: resource.name,
      waiting: [...waiting],
      inFlight: inFlight.size,
    }));

  const moves = new Map<string, number>();
  /** Answers how many went back; undefined where the queue is no dead-letter queue of another. */
  function redrive(name: string): number | undefined {
    const dead = queues.get(name);
    const source = [...queues.values()].find(({ resource }) => resource.redrive?.deadLetterArn === dead?.resource.arn);
    if (dead === undefined || source === undefined) return undefined;
    const moved = dead.waiting.splice(0);
    for (const message of moved) put(source, { ...message, receives: 0 }, 0);
    moves.set(name, moved.length);
    return moved.length;
  }

  const server = await serve(options.port, async (request, response) => {
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(views(), null, 2));
      return;
    }
    const answer = answerCall((await readBody(request)).toString(), request, { queues, add, redrive, moves });
    response
      .writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" })
      .end(JSON.stringify(answer.body));
  });

  return {
    url: server.url,
    port: server.port,
    open(parts) {
      functions = parts.functions;
      const kept: Record<string, Message[]> = existsSync(options.file)
        ? JSON.parse(readFileSync(options.file, "utf8"))
        : {};
      for (const resource of parts.queues) {
        const mapping = parts.mappings.find(({ sourceArn }) => sourceArn === resource.arn);
        const waiting = (kept[resource.name] ?? []).map((each) => ({ ...each, sequence: ++sequence }));
        const queue = {
          resource,
          mapping,
          waiting,
          inFlight: new Map(),
          sentBefore: sentBefore<Message>(),
          running: 0,
        };
        queues.set(resource.name, queue);
        setImmediate(deliver, queue);
      }
    },
    async drained() {
      const wanted = new Set(pending());
      if (wanted.size === 0) return false;
      await new Promise<void>((resolve) => {
        const look = () => {
          if (pending().some((id) => wanted.has(id))) return;
          finished.delete(look);
          resolve();
        };
        finished.add(look);
        look();
      });
      return true;
    },
    views,
    send(queueArn, body) {
      const queue = byArn(queueArn);
      if (queue) add(queue, body);
    },
    redrive(name) {
      if (redrive(name) === undefined) throw new Error(`${name} is not a dead-letter queue.`);
    },
    async stop() {
      stopping = true;
      const left = [...queues.values()].map(({ resource, waiting, inFlight }) => [
        resource.name,
        [...waiting, ...inFlight.values()],
      ]);
      writeFileSync(options.file, JSON.stringify(Object.fromEntries(left)));
      await server.stop();
    },
  };
}

/** The next batch, all of one time; it is taken out of those that wait. */
function nextOf(waiting: Message[], batchSize: number): Message[] {
  const ofAnotherTime = waiting.findIndex((each) => each.movedMs !== waiting[0]!.movedMs);
  return waiting.splice(0, ofAnotherTime < 0 ? batchSize : Math.min(ofAnotherTime, batchSize));
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

function recordOf(message: Message, { arn }: QueueResource) {
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
function answerCall(text: string, request: IncomingMessage, { queues, add, redrive, moves }: Means): Reply {
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
