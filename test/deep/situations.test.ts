import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDynamodb } from "../../bin/local/aws/dynamodb.ts";
import { contract } from "../../shared/contract.ts";
import { type Ground, groundIn } from "../faults/scenes.ts";
import { soak, soakLine } from "../faults/soak.ts";
import { pdf, uploaded } from "../support/fixtures/file.ts";
import { begun, earned } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { ownWorld } from "../support/own-world.ts";

const { credential, organization, user } = contract;
let world: Awaited<ReturnType<typeof ownWorld>>;
let ground: Ground;
beforeAll(async () => {
  world = await ownWorld();
  ground = await groundIn(world);
});
afterAll(() => world?.stop());

/** An item as the stream writes it: audit rows hold texts, numbers, truths and lists of texts. */
const imageOf = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, wired(value)]));
const wired = (value: unknown): unknown => {
  if (Array.isArray(value)) return { L: value.map(wired) };
  if (typeof value === "number") return { N: String(value) };
  return typeof value === "boolean" ? { BOOL: value } : { S: String(value) };
};

/** What is kept, by key; how often somebody has tried is left out. */
const stored = async () =>
  Object.fromEntries(
    (await world.control.everything())
      .filter(({ pk }) => !/^(RATE|IDEMP|LOCAL)#/.test(String(pk)))
      .map((item) => [`${item.pk} ${item.sk}`, item]),
  );

test("a table that throttles everybody for thirty seconds is busy meanwhile, and nothing is lost or done twice", async () => {
  const emails = Array.from({ length: 6 }, (_, index) => `thirty-${index}@weather.test`);
  const ada = ground.academy.as("Ada");
  await ada.token();
  await world.control.faults({ rules: [{ what: "throttle", service: "dynamodb", times: "always" }] });
  const until = Date.now() + 30_000;
  const invite = (email: string) =>
    ada.call(
      organization.inviteUsers,
      { invitations: [{ email, role: 5 }] },
      { idempotencyKey: `thirty-seconds-${email.slice(0, 8)}` },
    );
  const answers = await Promise.all(
    emails.map(async (email) => {
      const early: number[] = [];
      for (;;) {
        const { status, headers } = await invite(email);
        early.push(status);
        if (status === 200) return early;
        expect(Number(headers["retry-after"])).toBeGreaterThan(0);
        await pause(5000);
        if (Date.now() > until) await world.control.faults();
      }
    }),
  );
  await world.control.faults();
  for (const early of answers) expect(new Set(early)).toEqual(new Set([503, 200]));
  await world.settle();
  for (const email of emails) expect(await world.mails.to(email)).toHaveLength(1);
  await expectInvariants(world, ground.academy);
});

test("a redelivery of all that the stream has said makes no second mail, notice, figure or badge", async () => {
  await earned(ground.academy.as("Lena"), ground.free, ground.rita);
  await world.settle();
  const before = await stored();
  const people = [ground.academy.as("Ada"), ground.academy.as("Lena"), ground.rita].map(({ email }) => email);
  const mails = () => Promise.all(people.map(async (email) => (await world.mails.to(email)).length));
  const sent = await mails();
  const rows = Object.values(before).filter(({ pk }) => String(pk).startsWith("AUDIT#"));
  expect(rows.length).toBeGreaterThan(10);
  for (let at = 0; at < rows.length; at += 100) {
    const Records = rows.slice(at, at + 100).map((row, index) => ({
      eventName: "INSERT",
      dynamodb: { NewImage: imageOf(row), SequenceNumber: String(at + index) },
    }));
    for (const name of ["publish-events", "count-analytics", "index-words"])
      await world.control.invoke(`background/${name}`, { Records }).catch((error) => {
        if (name === "publish-events") throw error; // the others listen to queues
      });
  }
  await world.settle();
  expect(await mails()).toEqual(sent);
  expect(await stored()).toEqual(before);
});

test("a deletion that is killed after each of its steps is finished by the runs that follow", async () => {
  const liv = ground.academy.as("Liv");
  const { user_id, email } = liv;
  const { application_id, section_ids } = await begun(liv, ground.free);
  const key = await uploaded(liv, "submissions", "plan.pdf", pdf);
  const attachments = [{ key, name: "plan.pdf", type: "application/pdf" }];
  const section_id = section_ids[0]!;
  const saved = await liv.call(contract.submission.saveSection, { application_id, section_id, attachments });
  expect(saved.status).toBe(200);
  const removed = await world.as("Sam").call(user.remove, {
    user_id,
    email,
    organization_id: ground.academy.organization_id,
  });
  expect(removed.status).toBe(200);
  await world.settle();
  let crashes = 0;
  for (;;) {
    await world.control.faults({ rules: [{ what: "crash", function: "background/erase-people", from: crashes + 1 }] });
    await world.control.runSchedule("erase-people", 3_600_000).catch(() => {});
    const crashed = (await world.control.seenRequests()).some(({ fault }) => fault === "crash");
    if (!crashed) break;
    crashes += 1;
  }
  await world.control.faults();
  await world.settle();
  expect(crashes).toBeGreaterThan(10);
  const kept = Object.values(await stored()).filter(
    (item) => item.ttl === undefined && JSON.stringify(item).includes(email),
  );
  expect(kept).toEqual([]);
  expect(Object.keys(await stored()).filter((name) => name.includes(key))).toEqual([]);
  await expectInvariants(world, ground.academy);
});

test("what a killed table had acknowledged of two thousand transactions is whole when it is back, and nothing is half there", async () => {
  const directory = mkdtempSync(join(tmpdir(), "laurel-killed-"));
  const TableName = "killed";
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const open = (endpoint: string) =>
    DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 }));
  const first = await startDynamodb({ directory });
  let documents = open(first.url);
  await documents.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      AttributeDefinitions: [
        { AttributeName: "pk", AttributeType: "S" },
        { AttributeName: "sk", AttributeType: "S" },
      ],
    }),
  );
  const acknowledged: number[] = [];
  let next = 0;
  const killAt = 1200;
  const write = async () => {
    for (let index = next++; index < 2000; index = next++) {
      const items = ["thing", "audit", "view"].map((sk) => ({
        Put: { TableName, Item: { pk: `P#${index}`, sk }, ConditionExpression: "attribute_not_exists(pk)" },
      }));
      const done = await documents.send(new TransactWriteCommand({ TransactItems: items })).then(
        () => true,
        () => false,
      );
      if (done) acknowledged.push(index);
      if (acknowledged.length === killAt) first.kill();
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  documents.destroy();
  expect(acknowledged.length).toBeGreaterThanOrEqual(killAt);
  expect(acknowledged.length).toBeLessThan(2000);

  const second = await startDynamodb({ directory });
  documents = open(second.url);
  const counts = new Map<string, number>();
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    for (const { pk } of page.Items ?? []) counts.set(String(pk), (counts.get(String(pk)) ?? 0) + 1);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  documents.destroy();
  await second.stop();
  rmSync(directory, { recursive: true });
  expect(acknowledged.filter((index) => counts.get(`P#${index}`) !== 3)).toEqual([]);
  expect([...counts.values()].filter((count) => count !== 3)).toEqual([]);
});

test("an organization with fifty times the load of another leaves it its answers", async () => {
  const other = await world.newOrganization("Quiet Academy");
  const [loud, quiet] = [ground.academy.as("Ada"), other.as("Ada")];
  await Promise.all([loud.token(), quiet.token()]);
  const times: number[] = [];
  let loudCalls = 0;
  let over = false;
  const load = Array.from({ length: 50 }, async () => {
    while (!over) {
      const { status, headers } = await loud.call(credential.list, {});
      expect(status === 200 || Number(headers["retry-after"]) > 0, `answered ${status}`).toBe(true);
      loudCalls += 1;
    }
  });
  for (let call = 0; call < 20; call++) {
    const began = performance.now();
    expect((await quiet.call(credential.list, {})).status).toBe(200);
    times.push(performance.now() - began);
  }
  over = true;
  await Promise.all(load);
  expect(loudCalls).toBeGreaterThan(500);
  expect(times.toSorted((one, another) => one - another)[10]).toBeLessThan(5000);
  await expectInvariants(world, ground.academy);
});

test("a soak of a minute with throttles and lost answers violates nothing and loses nothing", async () => {
  const soaked = await soak(world, { minutes: 1, rate: 10 });
  console.log(soakLine(soaked));
  expect(soaked.violations).toEqual([]);
  expect(soaked.journeys).toBeGreaterThan(10);
});
