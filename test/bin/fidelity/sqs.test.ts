import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  ListMessageMoveTasksCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LocalQueues, startQueues } from "../../../bin/local/aws/sqs/sqs.ts";
import type { LocalFunctions } from "../../../bin/local/cloud/functions.ts";
import type { MappingResource } from "../../../bin/local/cloud/resources/lambda.ts";

interface Batch {
  readonly Records: readonly { messageId: string; body: string; attributes: { ApproximateReceiveCount: string } }[];
}

const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const url = "http://sqs.us-east-1.amazonaws.com/000000000000/mail";
const quiet = () => {};
let directory: string;
let queues: LocalQueues;
let sdk: SQSClient;

beforeEach(async () => {
  mkdirSync(".cache", { recursive: true });
  directory = mkdtempSync(".cache/fidelity-sqs-");
  queues = await startQueues({ port: 0, file: join(directory, "queues.json"), now: Date.now, log: quiet });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  sdk = new SQSClient({ endpoint: queues.url, region: "us-east-1", credentials, maxAttempts: 1 });
});
afterEach(async () => {
  sdk.destroy();
  await queues.stop();
  rmSync(directory, { recursive: true });
});

/** Opens a queue whose function works as said. */
function open(work: (batch: Batch) => Promise<unknown>, mapping: Partial<MappingResource> = {}): void {
  queues.open({
    queues: [
      {
        name: "mail",
        arn: arn("mail"),
        visibilityTimeoutSeconds: 30,
        redrive: { deadLetterArn: arn("mail-dead"), maxReceiveCount: 3 },
      },
      { name: "mail-dead", arn: arn("mail-dead"), visibilityTimeoutSeconds: 30 },
    ],
    mappings: [
      {
        sourceArn: arn("mail"),
        functionArn: "arn:aws:lambda:us-east-1:000000000000:function:mail",
        batchSize: 2,
        windowSeconds: 0,
        reportsItemFailures: true,
        retriesMax: 0,
        patterns: [],
        ...mapping,
      },
    ],
    functions: { invoke: (_, batch) => work(batch as Batch) } as Pick<LocalFunctions, "invoke"> as LocalFunctions,
  });
}
const send = (MessageBody: string, DelaySeconds?: number) =>
  sdk.send(new SendMessageCommand({ QueueUrl: url, MessageBody, DelaySeconds }));
const sendAll = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => send(String(index))));

test("a function works on no more batches at a time than its mapping allows, and on all of them in the end", async () => {
  let [now, most, worked] = [0, 0, 0];
  open(
    async ({ Records }) => {
      most = Math.max(most, ++now);
      await pause(20);
      now--;
      worked += Records.length;
    },
    { concurrencyMax: 2 },
  );
  await sendAll(20);
  await queues.drained();
  expect({ most, worked }).toEqual({ most: 2, worked: 20 });
});

test("a window gathers messages into one batch, which a full one does not wait for", async () => {
  const batches: number[] = [];
  open(async ({ Records }) => void batches.push(Records.length), { batchSize: 5, windowSeconds: 30 });
  await sendAll(3);
  expect(batches).toEqual([]);
  await queues.drained();
  expect(batches).toEqual([3]);
  await sendAll(5);
  await queues.drained();
  expect(batches).toEqual([3, 5]);
});

test("a batch that a throttled function did not take has been received, and is dead after as many times as any", async () => {
  const counts: string[] = [];
  open(async ({ Records }) => {
    counts.push(...Records.map(({ attributes }) => attributes.ApproximateReceiveCount));
    throw Object.assign(new Error("Rate Exceeded."), { name: "TooManyRequestsException" });
  });
  await send("a mail");
  await queues.drained();
  expect(counts).toEqual(["1", "2", "3"]);
  expect(queues.views().find(({ name }) => name === "mail-dead")!.waiting).toMatchObject([
    { body: "a mail", receives: 3 },
  ]);
});

test("a message waits for 900 seconds at most: more, less than none or a part of one is refused", async () => {
  open(async () => {});
  await send("later", 900);
  for (const seconds of [901, -1, 1.5]) {
    await expect(send("never", seconds)).rejects.toMatchObject({ name: "InvalidParameterValue" });
  }
  const Entries = [{ Id: "1", MessageBody: "never", DelaySeconds: 3600 }];
  await expect(sdk.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))).rejects.toMatchObject({
    name: "InvalidParameterValue",
  });
});

test("dead letters are moved back to where they came from, and nothing out of a queue that is none", async () => {
  let isBroken = true;
  const worked: string[] = [];
  open(async ({ Records }) => {
    if (isBroken) throw new Error("broken");
    worked.push(...Records.map(({ body }) => body));
  });
  await sendAll(3);
  await queues.drained();
  isBroken = false;
  const move = (name: string) => sdk.send(new StartMessageMoveTaskCommand({ SourceArn: arn(name) }));
  await expect(move("mail")).rejects.toMatchObject({
    message: "Source queue must be configured as a Dead Letter Queue.",
  });
  const tasks = () => sdk.send(new ListMessageMoveTasksCommand({ SourceArn: arn("mail-dead") }));
  expect((await tasks()).Results).toEqual([]);
  expect((await move("mail-dead")).TaskHandle).toEqual(expect.any(String));
  await queues.drained();
  expect(worked.toSorted()).toEqual(["0", "1", "2"]);
  expect((await tasks()).Results).toMatchObject([{ Status: "COMPLETED", ApproximateNumberOfMessagesMoved: 3 }]);
});

test("of an ordered queue a group's messages come one after the other, failed ones again before those behind them, and other groups meanwhile", async () => {
  const worked: string[] = [];
  let failures = 1;
  queues.open({
    queues: [{ name: "told.fifo", arn: arn("told.fifo"), visibilityTimeoutSeconds: 30, isOrdered: true }],
    mappings: [
      {
        sourceArn: arn("told.fifo"),
        functionArn: "arn:aws:lambda:us-east-1:000000000000:function:told",
        batchSize: 1,
        windowSeconds: 0,
        reportsItemFailures: true,
        retriesMax: 0,
        patterns: [],
      },
    ],
    functions: {
      invoke: async (_, batch) => {
        const [record] = (batch as Batch).Records;
        if (record!.body === "a1" && failures-- > 0) {
          await pause(30);
          return { batchItemFailures: [{ itemIdentifier: record!.messageId }] };
        }
        worked.push(record!.body);
        return { batchItemFailures: [] };
      },
    } as Pick<LocalFunctions, "invoke"> as LocalFunctions,
  });
  const QueueUrl = `${queues.url}/000000000000/told.fifo`;
  const tell = (MessageBody: string, more: object = {}) =>
    sdk.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody,
        MessageGroupId: MessageBody[0],
        MessageDeduplicationId: MessageBody,
        ...more,
      }),
    );
  for (const body of ["a1", "a2", "b1", "a2", "b2"]) await tell(body);
  await queues.drained();
  await expect.poll(() => worked.length).toBe(4);
  expect(worked.filter((body) => body.startsWith("a"))).toEqual(["a1", "a2"]);
  expect(worked.filter((body) => body.startsWith("b"))).toEqual(["b1", "b2"]);
  expect(worked.indexOf("b1")).toBeLessThan(worked.indexOf("a1"));
  for (const wrong of [{ MessageGroupId: undefined }, { MessageDeduplicationId: undefined }, { DelaySeconds: 5 }])
    await expect(tell("c1", wrong)).rejects.toThrow(/MessageGroupId|MessageDeduplicationId|DelaySeconds/);
});
