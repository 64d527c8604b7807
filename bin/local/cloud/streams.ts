import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import type { LocalQueues } from "../aws/sqs/sqs.ts";
import { atOffset } from "./clock.ts";
import type { LocalFunctions } from "./functions.ts";
import { hearInsertions, type Inserted } from "./insertions.ts";
import { matches } from "./patterns.ts";
import type { TableResource } from "./resources/dynamodb.ts";
import type { MappingResource } from "./resources/lambda.ts";
import { timeScale } from "./time-scale.ts";

const BATCH_RECORDS_MAX = 1000;
/** A kept world that was killed hands over again what it wrote from so long before its last quiet moment. */
const doubtMs = 60_000;

/** The table's stream: what is inserted, handed to the functions the template maps it to. */
export interface LocalStream {
  /** Resolves when everything written to the table before this call has been handed over. */
  caughtUp(): Promise<void>;
  /** Hands over once more everything that the table still has. */
  redeliver(): Promise<void>;
  stop(): Promise<void>;
}

interface StreamOptions {
  readonly database: DynamoDBClient;
  /** The table engine's port, which writes are recognised by. */
  readonly port: number;
  readonly region: string;
  readonly table: TableResource;
  readonly mappings: readonly MappingResource[];
  readonly functions: LocalFunctions;
  readonly queues: LocalQueues;
  /** Says until when everything was handed over. */
  readonly placeFile: string;
  readonly log: (line: string) => void;
}

/**
 * Starts a table's stream. It tells insertions, which is all that the template's filters let through, and takes them from this
 * process's own writes; what a killed world may not have handed over it finds in the table.
 */
export async function startStream(options: StreamOptions): Promise<LocalStream> {
  const { table, database } = options;
  const listeners = options.mappings.filter(({ sourceArn }) => sourceArn === table.streamArn);
  for (const mapping of listeners) requireInsertions(mapping);
  const waiting: EventRecord[] = [];
  const gathered = new Map<MappingResource, GatheredBatch>();
  const gathering = new Set<Promise<void>>();
  const stopped = new AbortController();
  let told = 0;
  let wake = Promise.withResolvers<void>();
  let isQuiet = true;
  let quiet = Promise.withResolvers<void>();

  /** How far the time of who wrote a record was moved. */
  const timeOf = new WeakMap<EventRecord, number>();

  function tell(items: readonly Inserted[], ofMs = 0): void {
    for (const item of items) {
      const record = eventRecord(item, ++told, options);
      if (ofMs !== 0) timeOf.set(record, ofMs);
      waiting.push(record);
    }
    wake.resolve();
  }
  const stopHearing = hearInsertions({ port: options.port, name: table.name }, tell);

  /** Tells what the table holds from a moment of its own on, as far as anybody listens. */
  async function tellStored(from: string): Promise<void> {
    for await (const { Items = [] } of paginateScan({ client: database }, { TableName: table.name })) {
      const late = (Items as Inserted[]).filter(({ at }) => (at?.S ?? "") >= from);
      tell(
        late.filter((item) => listeners.some(({ patterns }) => matchesAny(patterns, eventRecord(item, 0, options)))),
      );
    }
  }

  async function handOver(mapping: MappingResource, records: readonly EventRecord[]): Promise<void> {
    const wanted = records.filter((record) => matchesAny(mapping.patterns, record));
    if (mapping.windowSeconds > 0) return gather(mapping, wanted);
    await hand(mapping, wanted);
  }

  /** A mapping with a window gathers what comes in it, unless a batch is full before; nothing waits for it. */
  function gather(mapping: MappingResource, records: readonly EventRecord[]): void {
    if (records.length === 0) return;
    const batch = gathered.get(mapping) ?? beginBatch(mapping);
    batch.records.push(...records);
    if (batch.records.length >= mapping.batchSize) batch.end();
  }

  function beginBatch(mapping: MappingResource): GatheredBatch {
    const over = new AbortController();
    const batch = { records: [], end: () => over.abort() };
    gathered.set(mapping, batch);
    const signal = AbortSignal.any([stopped.signal, over.signal]);
    const work = pause(mapping.windowSeconds * timeScale.waitedSecondMs, undefined, { signal })
      .catch(() => {})
      .then(() => {
        gathered.delete(mapping);
        return hand(mapping, batch.records);
      })
      .finally(() => gathering.delete(work));
    gathering.add(work);
    return batch;
  }

  async function hand(mapping: MappingResource, wanted: EventRecord[]): Promise<void> {
    const msOf = (record: EventRecord) => timeOf.get(record) ?? 0;
    for (const [ofMs, ofOneTime] of Map.groupBy(wanted, msOf))
      for (let at = 0; at < ofOneTime.length; at += mapping.batchSize)
        await atOffset(ofMs, () => tryBatch(mapping, ofOneTime.slice(at, at + mapping.batchSize)));
  }

  /** As Lambda does: again from the first failed record, until the attempts are used up; then to the queue for failures. */
  async function tryBatch(mapping: MappingResource, batch: EventRecord[]): Promise<void> {
    const retries = mapping.retriesMax < 0 ? 10 : mapping.retriesMax;
    let left = batch;
    for (let attempt = 0; left.length > 0; attempt++) {
      const failedAt = await firstFailure(mapping, left);
      if (failedAt === undefined) return;
      left = left.slice(failedAt);
      if (attempt === retries || stopped.signal.aborted) break;
      await pause(Math.min(50 * 2 ** attempt, 2000));
    }
    const numbers = left.map((record) => record.dynamodb.SequenceNumber);
    options.log(`stream: gave up on ${left.length} records, from ${numbers[0]}`);
    const range = { startSequenceNumber: numbers[0], endSequenceNumber: numbers.at(-1), streamArn: table.streamArn };
    if (mapping.onFailureArn) options.queues.send(mapping.onFailureArn, JSON.stringify({ DDBStreamBatchInfo: range }));
  }

  async function firstFailure(mapping: MappingResource, batch: readonly EventRecord[]): Promise<number | undefined> {
    try {
      const answer = (await options.functions.invoke(mapping.functionArn, { Records: batch })) as {
        batchItemFailures?: { itemIdentifier: string }[];
      } | null;
      const failed = mapping.reportsItemFailures ? (answer?.batchItemFailures ?? []) : [];
      if (failed.length === 0) return undefined;
      const ids = new Set(failed.map(({ itemIdentifier }) => itemIdentifier));
      return Math.max(
        0,
        batch.findIndex((record) => ids.has(record.dynamodb.SequenceNumber)),
      );
    } catch (error) {
      options.log(`stream: ${(error as Error).stack}`);
      return 0;
    }
  }

  async function follow(): Promise<void> {
    for (;;) {
      isQuiet = waiting.length === 0;
      const records = waiting.splice(0, BATCH_RECORDS_MAX);
      if (records.length > 0) await Promise.all(listeners.map((mapping) => handOver(mapping, records)));
      if (waiting.length > 0) continue;
      isQuiet = true;
      quiet.resolve();
      quiet = Promise.withResolvers<void>();
      if (gathering.size === 0) keepPlace(new Date());
      if (stopped.signal.aborted) return;
      await wake.promise;
      wake = Promise.withResolvers<void>();
    }
  }

  /** A world that ended by itself has nothing to make up for: its place is after everything. */
  const keepPlace = (until: Date | "end") =>
    writeFileSync(options.placeFile, until === "end" ? until : until.toISOString());
  const place = existsSync(options.placeFile) ? readFileSync(options.placeFile, "utf8") : "end";
  if (place !== "end") await tellStored(new Date(Date.parse(place) - doubtMs).toISOString());
  const following = follow();

  return {
    async caughtUp() {
      if (waiting.length > 0 || !isQuiet) await quiet.promise;
    },
    redeliver: () => tellStored(""),
    async stop() {
      stopHearing();
      stopped.abort();
      wake.resolve();
      await following;
      await Promise.all(gathering);
      keepPlace("end");
    },
  };
}

interface EventRecord {
  readonly eventID: string;
  readonly eventName: "INSERT";
  readonly dynamodb: { readonly SequenceNumber: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

interface GatheredBatch {
  readonly records: EventRecord[];
  end(): void;
}

/** An insertion as Lambda gets it. */
function eventRecord(item: Inserted, number: number, { table, region }: StreamOptions): EventRecord {
  const Keys = Object.fromEntries(table.keySchema.map(({ AttributeName: name }) => [name, item[name]]));
  const hasImage = table.streamView === "NEW_IMAGE" || table.streamView === "NEW_AND_OLD_IMAGES";
  return {
    eventID: createHash("md5").update(JSON.stringify(Keys)).digest("hex"),
    eventName: "INSERT",
    eventVersion: "1.1",
    eventSource: "aws:dynamodb",
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      Keys,
      ...(hasImage && { NewImage: item }),
      SequenceNumber: String(number).padStart(21, "0"),
      StreamViewType: table.streamView,
    },
    eventSourceARN: table.streamArn,
  };
}

/** Throws for a mapping that would hear of more than insertions: this stream would keep it from that without a word. */
function requireInsertions({ patterns, functionArn }: MappingResource): void {
  const names = patterns.map((pattern) => (pattern as { eventName?: unknown }).eventName);
  if (names.length > 0 && names.every((name) => isDeepStrictEqual(name, ["INSERT"]))) return;
  throw new Error(`${functionArn} listens to more than insertions, which the local stream doesn't tell.`);
}

/** Whether a record passes one of a mapping's filters; no filter lets everything through. */
function matchesAny(patterns: readonly unknown[], record: unknown): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matches(pattern, record));
}
