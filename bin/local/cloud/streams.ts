import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { DeleteItemCommand, DescribeTableCommand, type DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import {
  type _Record as DatabaseRecord,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from "@aws-sdk/client-dynamodb-streams";
import type { LocalQueues } from "../aws/sqs.ts";
import type { LocalFunctions } from "./functions.ts";
import { matches } from "./patterns.ts";
import type { MappingResource, TableResource } from "./template.ts";
import { timeScale } from "./time-scale.ts";

const BATCH_RECORDS_MAX = 1000;
const MARKER_PARTITION = "LOCAL#settle";

/** The table's stream, read without end and handed to the functions the template maps it to. */
export interface LocalStream {
  /** Resolves when everything written to the table before this call has been handed over. */
  caughtUp(): Promise<void>;
  /** Looks for new records now instead of at the next poll. */
  pollNow(): void;
  /** Begins again with the oldest record that is kept: what was handed over is handed over once more. */
  redeliver(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts reading a table's stream where the last start left off; the place is kept in `checkpointFile`. */
export async function startStream(options: {
  database: DynamoDBClient;
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  table: TableResource;
  mappings: readonly MappingResource[];
  functions: LocalFunctions;
  queues: LocalQueues;
  checkpointFile: string;
  pollMs: number;
  log: (line: string) => void;
}): Promise<LocalStream> {
  const { table, database } = options;
  const { endpoint, region, credentials } = options;
  const streams = new DynamoDBStreamsClient({ endpoint, region, credentials });
  const description = await database.send(new DescribeTableCommand({ TableName: table.name }));
  const streamArn = description.Table!.LatestStreamArn!;
  const listeners = options.mappings.filter(({ sourceArn }) => sourceArn === table.streamArn);
  const places = readPlaces(options.checkpointFile);
  const iterators = new Map<string, string>();
  const closed = new Set<string>();
  const markers = new Map<string, () => void>();
  const gathered = new Map<MappingResource, GatheredBatch>();
  const gathering = new Set<Promise<void>>();
  const stopped = new AbortController();
  let wake: () => void = () => {};
  let isPollWanted = false;
  let beginAgain: (() => void) | undefined;
  let kept = "";

  async function openShards(): Promise<void> {
    const answer = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    for (const { ShardId: id } of answer.StreamDescription?.Shards ?? []) {
      if (id === undefined || iterators.has(id) || closed.has(id)) continue;
      iterators.set(id, await iteratorOf(id));
    }
  }

  async function iteratorOf(shard: string): Promise<string> {
    const ask = async (after: string | undefined) => {
      const start = after
        ? ({ ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after } as const)
        : ({ ShardIteratorType: "TRIM_HORIZON" } as const);
      const answer = await streams.send(
        new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shard, ...start }),
      );
      return answer.ShardIterator!;
    };
    return ask(places[shard]).catch(() => ask(undefined)); // the kept place may be older than the stream's 24 hours
  }

  async function readShard(shard: string, iterator: string): Promise<boolean> {
    const answer = await streams.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: BATCH_RECORDS_MAX }));
    const records = answer.Records ?? [];
    const own = records.filter((record) => record.dynamodb?.Keys?.pk?.S !== MARKER_PARTITION);
    if (own.length > 0) await Promise.all(listeners.map((mapping) => handOver(mapping, own)));
    if (answer.NextShardIterator) {
      iterators.set(shard, answer.NextShardIterator);
    } else {
      iterators.delete(shard);
      closed.add(shard);
    }
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined) places[shard] = last;
    for (const record of records) markers.get(record.dynamodb?.Keys?.sk?.S ?? "")?.();
    return records.length > 0;
  }

  async function handOver(mapping: MappingResource, records: readonly DatabaseRecord[]): Promise<void> {
    const shaped = records.map((record) => eventRecord(record, table.streamArn, options.region));
    const wanted = shaped.filter((record) => matchesAny(mapping.patterns, record));
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
    for (let at = 0; at < wanted.length; at += mapping.batchSize) {
      await tryBatch(mapping, wanted.slice(at, at + mapping.batchSize));
    }
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
    let looked = 0;
    while (!stopped.signal.aborted) {
      isPollWanted = false;
      if (beginAgain) {
        iterators.clear();
        closed.clear();
        for (const shard of Object.keys(places)) delete places[shard];
        beginAgain();
        beginAgain = undefined;
      }
      try {
        if (iterators.size === 0 || Date.now() - looked > 60_000) {
          await openShards();
          looked = Date.now();
        }
        let any = false;
        for (const [shard, iterator] of [...iterators]) any = (await readShard(shard, iterator)) || any;
        if (any) continue;
        if (gathering.size === 0) keepPlaces(); // for a world that is killed: the marks of old events may be gone
      } catch (error) {
        if (stopped.signal.aborted) return;
        options.log(`stream: ${(error as Error).message}`);
        iterators.clear();
      }
      if (isPollWanted) continue;
      await Promise.race([
        pause(options.pollMs, undefined, { signal: stopped.signal }).catch(() => {}),
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
      ]);
    }
  }
  const following = follow();

  function keepPlaces(): void {
    const text = JSON.stringify(places);
    if (text !== kept) writeFileSync(options.checkpointFile, text);
    kept = text;
  }

  const pollNow = () => {
    isPollWanted = true;
    wake();
  };

  return {
    pollNow,
    redeliver() {
      const begun = new Promise<void>((resolve) => {
        beginAgain = resolve;
      });
      pollNow();
      return begun;
    },
    async caughtUp() {
      const key = { pk: { S: MARKER_PARTITION }, sk: { S: crypto.randomUUID() } };
      const seen = new Promise<void>((resolve) => markers.set(key.sk.S, resolve));
      await database.send(new PutItemCommand({ TableName: table.name, Item: key }));
      pollNow();
      await seen;
      markers.delete(key.sk.S);
      await database.send(new DeleteItemCommand({ TableName: table.name, Key: key }));
    },
    async stop() {
      stopped.abort();
      wake();
      await following;
      await Promise.all(gathering);
      streams.destroy();
      keepPlaces();
    },
  };
}

const readPlaces = (file: string): Record<string, string> =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};

interface EventRecord {
  readonly eventID?: string;
  readonly eventName?: string;
  readonly dynamodb: { readonly SequenceNumber: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

interface GatheredBatch {
  readonly records: EventRecord[];
  end(): void;
}

/** A record as Lambda gets it: times as numbers, bytes as base64, the stream's own ARN. */
function eventRecord(record: DatabaseRecord, streamArn: string, region: string): EventRecord {
  const { ApproximateCreationDateTime: at, ...rest } = record.dynamodb!;
  const shaped = JSON.parse(
    JSON.stringify(rest, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value)),
  );
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: "1.1",
    eventSource: "aws:dynamodb",
    awsRegion: region,
    dynamodb: { ...shaped, ApproximateCreationDateTime: Math.floor((at?.getTime() ?? 0) / 1000) },
    eventSourceARN: streamArn,
  };
}

/** Whether a record passes one of a mapping's filters; no filter lets everything through. */
function matchesAny(patterns: readonly unknown[], record: unknown): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matches(pattern, record));
}
