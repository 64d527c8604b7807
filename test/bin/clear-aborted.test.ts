import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Holdings, startAccount } from "../support/account/account.ts";
import type { Stack } from "../support/account/cloudformation.ts";

const program = join(import.meta.dirname, "../../bin/operate/clear-aborted.ts");
const region = "eu-west-1";
const made = ["CREATE_COMPLETE", "DELETE_SKIPPED"];
const stackOf = (attempt: number, statuses: string[], resources: Stack["resources"]): Stack => ({
  id: `arn:aws:cloudformation:${region}:111122223333:stack/Laurel-dev/${attempt}`,
  name: "Laurel-dev",
  region,
  statuses,
  guarded: true,
  resources,
});

/** What one attempt made that outlives it. */
const resources = (attempt: number): Stack["resources"] => [
  { logicalId: "StorageTable", physicalId: `table-${attempt}`, type: "AWS::DynamoDB::Table", statuses: made },
  { logicalId: "IdentityPool", physicalId: `pool-${attempt}`, type: "AWS::Cognito::UserPool", statuses: made },
  { logicalId: "StorageFiles", physicalId: `files-${attempt}`, type: "AWS::S3::Bucket", statuses: made },
  { logicalId: "StorageAccessLogs", physicalId: `logs-${attempt}`, type: "AWS::S3::Bucket", statuses: made },
  { logicalId: "StorageMedia", physicalId: `media-${attempt}`, type: "AWS::S3::Bucket", statuses: ["CREATE_FAILED"] },
  { logicalId: "StripeSecret", physicalId: `secret-${attempt}`, type: "AWS::SecretsManager::Secret", statuses: made },
  { logicalId: "StorageTableKey", physicalId: `key-${attempt}`, type: "AWS::KMS::Key", statuses: made },
];
const holdingsOf = (attempt: number): Omit<Holdings, "stacks"> => ({
  tables: [{ name: `table-${attempt}`, guarded: true, items: 0 }],
  pools: [{ id: `pool-${attempt}`, guarded: true, people: 0 }],
  buckets: [
    { name: `files-${attempt}`, keys: ["malware-protection-resource-validation-object"] },
    { name: `logs-${attempt}`, keys: ["files/2026-11-20"] },
    { name: `media-${attempt}`, keys: ["somebody's"] },
  ],
  secrets: [{ arn: `secret-${attempt}`, value: '{"secretKey":"","webhookSecret":""}' }],
  logGroups: [`calls-${attempt}`],
  keys: [{ id: `key-${attempt}`, state: "Enabled" }],
});
const nested = (attempt: number, parent: string): Stack => ({
  ...stackOf(
    attempt,
    ["CREATE_COMPLETE", "DELETE_COMPLETE"],
    [{ logicalId: "Logs", physicalId: `calls-${attempt}`, type: "AWS::Logs::LogGroup", statuses: made }],
  ),
  id: `${parent}/nested`,
  name: "Laurel-dev-Auth",
  parentId: parent,
});

let account: Awaited<ReturnType<typeof startAccount>> | undefined;
async function close(): Promise<void> {
  await account?.stop();
  account = undefined;
}
afterEach(close);

async function run(
  holdings: Partial<Holdings>,
  ...words: string[]
): Promise<{ code: number; said: string; left: Holdings }> {
  account ??= await startAccount(structuredClone(holdings));
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: region,
    AWS_ENDPOINT_URL: account.url,
    AWS_ACCESS_KEY_ID: "operator",
    AWS_SECRET_ACCESS_KEY: "secret",
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { env }, (error, out, complaints) => {
      resolve({ code: Number(error?.code ?? 0), said: out + complaints, left: account!.holdings });
    });
  });
}

function aborted(statuses: string[]): Partial<Holdings> {
  const attempt = stackOf(1, statuses, resources(1));
  const inside = {
    logicalId: "Auth",
    physicalId: `${attempt.id}/nested`,
    type: "AWS::CloudFormation::Stack",
    statuses: made,
  };
  return {
    ...holdingsOf(1),
    stacks: [{ ...attempt, resources: [...attempt.resources, inside] }, nested(1, attempt.id)],
  };
}
const withoutStacks = ({ stacks: _, ...rest }: Partial<Holdings>) => rest;

test("what an aborted first attempt left is shown, and stays until it is told to go", async () => {
  const before = aborted(["CREATE_IN_PROGRESS", "ROLLBACK_IN_PROGRESS", "ROLLBACK_FAILED"]);
  const shown = await run(before, "--stage", "dev");
  expect(shown.code).toBe(0);
  for (const name of ["table-1", "pool-1", "files-1", "logs-1", "secret-1", "calls-1", "key-1"]) {
    expect(shown.said).toContain(name);
  }
  expect(shown.said).toContain("ROLLBACK_FAILED");
  expect(shown.said).toContain("Add --write");
  expect(withoutStacks(shown.left)).toEqual(withoutStacks(before));
});

test("told to, it removes all of it with the stack's own record, and a thing that was there before stays", async () => {
  const { code, said, left } = await run(aborted(["ROLLBACK_FAILED"]), "--stage", "dev", "--write");
  expect([code, said]).toEqual([0, expect.stringContaining("removed")]);
  expect(withoutStacks(left)).toEqual({
    tables: [],
    pools: [],
    buckets: [{ name: "media-1", keys: ["somebody's"] }],
    secrets: [],
    logGroups: [],
    keys: [{ id: "key-1", state: "PendingDeletion" }],
  });
  expect(left.stacks[0]!.statuses.at(-1)).toBe("DELETE_COMPLETE");
  expect((await run({}, "--stage", "dev")).said).toBe("Nothing was left behind.\n");
});

test.each<[string, Partial<Holdings>, RegExp]>([
  ["items", { tables: [{ name: "table-1", guarded: true, items: 3 }] }, /table-1, holds items/],
  ["people", { pools: [{ id: "pool-1", guarded: true, people: 1 }] }, /pool-1, holds people/],
  ["objects", { buckets: [{ name: "files-1", keys: ["submissions/1.pdf"] }] }, /files-1, holds objects/],
  ["keys", { secrets: [{ arn: "secret-1", value: '{"secretKey":"sk_live_1"}' }] }, /secret-1, holds keys/],
])("nothing of an attempt is removed when it holds %s", async (_, held, says) => {
  const before = { ...aborted(["ROLLBACK_COMPLETE"]), ...held };
  const { said, left } = await run(before, "--stage", "dev", "--write");
  expect(said).toMatch(says);
  expect(withoutStacks(left)).toEqual(withoutStacks(before));
});

test("a stage that was ever whole is not touched, whether it stands or was deleted", async () => {
  for (const statuses of [
    ["CREATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE"],
    ["CREATE_COMPLETE", "DELETE_COMPLETE"],
    ["IMPORT_COMPLETE", "DELETE_FAILED"],
  ]) {
    await close();
    const before = aborted(statuses);
    const { code, left } = await run(before, "--stage", "dev", "--write");
    expect(code).toBe(0);
    expect(withoutStacks(left)).toEqual(withoutStacks(before));
  }
});

test("while a deployment is at work it does nothing, and without a stage it says how it is used", async () => {
  const before = aborted(["CREATE_IN_PROGRESS"]);
  const busy = await run(before, "--stage", "dev", "--write");
  expect(busy).toMatchObject({ code: 1, said: expect.stringContaining("Wait until it has ended") });
  expect(withoutStacks(busy.left)).toEqual(withoutStacks(before));
  expect(await run({})).toMatchObject({ code: 1, said: expect.stringContaining("npm run clear-aborted") });
});
