import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { atOffset, movedMs } from "../../cloud/clock.ts";
import type { LocalFunctions } from "../../cloud/functions.ts";
import type { MappingResource } from "../../cloud/resources/lambda.ts";
import type { QueueResource } from "../../cloud/resources/sqs.ts";
import { timeScale } from "../../cloud/time-scale.ts";
import { readBody, serve } from "../../server.ts";
import { answerCall } from "./calls.ts";
import { nextInOrder, putInOrder, type Sent, sentBefore } from "./order.ts";
import { type Message, nextOf, type Queue, type QueueView, recordOf } from "./queue.ts";

/** Locally a failed message waits this long, doubled each time, instead of the queue's visibility timeout. */
const FIRST_RETRY_MS = 100;

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
  /** Deletes the messages that wait in a queue. */
  empty(name: string): void;
  stop(): Promise<void>;
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
      if (failure !== undefined) requeue(queue, { ...message, failure });
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

  function requeue(queue: Queue, message: Message): void {
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
    empty: (name) => void queues.get(name)!.waiting.splice(0),
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
