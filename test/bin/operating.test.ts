import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { GetObjectCommand, ListObjectsV2Command, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startMail } from "../../bin/local/aws/ses/ses.ts";
import { readBody, sendJson, serve } from "../../bin/local/server.ts";
import { enterStage } from "../../bin/operate/outputs.ts";
import { contract } from "../../shared/contract.ts";
import { shapes, synthesizeForTest } from "../lib/synthesis.ts";
import { type Holdings, startAccount } from "../support/account/account.ts";
import { askAccount } from "../support/account/environment.ts";
import { operate, operateBy, settingsOf } from "../support/program.ts";
import { asTyped } from "../support/runbook-commands.ts";
import { world } from "../support/world.ts";

afterEach(() => vi.unstubAllEnvs());
const credentials = (known: Record<string, string>) => ({
  region: known.AWS_REGION!,
  credentials: { accessKeyId: known.AWS_ACCESS_KEY_ID!, secretAccessKey: known.AWS_SECRET_ACCESS_KEY! },
});

describe("a command works on the stage it names", () => {
  const stack = (stage: string) => ({
    id: `arn:aws:cloudformation:us-east-1:111122223333:stack/Laurel-${stage}/1`,
    name: `Laurel-${stage}`,
    region: "us-east-1",
    statuses: ["CREATE_COMPLETE"],
    resources: [],
    outputs: {
      TableName: `table-of-${stage}`,
      UserPoolId: `pool-of-${stage}`,
      PortalOrigin: `https://${stage}.example`,
    },
  });
  async function entered(stage: string | undefined): Promise<(string | undefined)[]> {
    const account = await startAccount({ stacks: [stack("dev"), stack("live")] });
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    for (const name of ["TABLE_NAME", "USER_POOL_ID", "PORTAL_ORIGIN"]) vi.stubEnv(name, process.env[name] ?? "");
    askAccount(account.url);
    vi.stubEnv("AWS_REGION", "us-east-1");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    try {
      await enterStage(stage);
      return [process.env.TABLE_NAME, process.env.USER_POOL_ID, process.env.PORTAL_ORIGIN];
    } finally {
      said.mockRestore();
      await account.stop();
    }
  }

  test("whichever was deployed last", async () => {
    expect(await entered("live")).toEqual(["table-of-live", "pool-of-live", "https://live.example"]);
    vi.unstubAllEnvs();
    expect(await entered("dev")).toEqual(["table-of-dev", "pool-of-dev", "https://dev.example"]);
  });
  test("and on none that nobody named", async () => {
    expect(await entered(undefined)).toEqual(["", "", ""]);
  });
  test("but for a table that the environment names", async () => {
    vi.stubEnv("TABLE_NAME", "copy");
    expect((await entered("live"))[0]).toBe("copy");
  });
});

describe("mail that SES does not take for a time waits", () => {
  test.each(["paused", "throttled", "error"] as const)("when it is %s", async (how) => {
    const directory = mkdtempSync(join(tmpdir(), "laurel-ses-"));
    const ses = await startMail({ port: 0, directory });
    vi.stubEnv("AWS_ENDPOINT_URL_SESV2", ses.url);
    vi.stubEnv("AWS_REGION", "us-east-1");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
    vi.stubEnv("MAIL_FROM", "no-reply@laurel.test");
    vi.resetModules();
    const { sendMail } = await import("../../functions/clients/mail.ts");
    const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const mail = {
      to: "ada@northwind.test",
      senderName: "Laurel",
      subject: "Hello",
      html: "<p>Hello</p>",
      text: "Hello",
    };
    try {
      ses.fail(how);
      await expect(sendMail(mail)).rejects.toMatchObject({ code: "mail.server-unavailable" });
      ses.fail(undefined);
      await sendMail(mail);
      expect(ses.to("ada@northwind.test")).toHaveLength(1);
    } finally {
      lines.mockRestore();
      await ses.stop();
      rmSync(directory, { recursive: true });
    }
  });
});

test("what waits for a provider longer than a quarter of an hour is told, however often its message is a new one", async () => {
  const queue = await serve(0, async (request, response) => {
    const { Entries } = JSON.parse((await readBody(request)).toString()) as {
      Entries: { Id: string; MessageBody: string }[];
    };
    const Successful = Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
    }));
    sendJson(response, 200, { Successful });
  });
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", queue.url);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  vi.stubEnv("BADGES_QUEUE_URL", `${queue.url}/1/badges`);
  vi.resetModules();
  const { worker } = await import("../../functions/chain/event.ts");
  const { Problem } = await import("../../shared/http/problem.ts");
  const handler = worker("badges", async () => {
    throw new Problem("badgr.unavailable");
  });
  const said: string[] = [];
  const lines = vi.spyOn(process.stdout, "write").mockImplementation((line) => Boolean(said.push(String(line))));
  const waited = async (minutes: number) => {
    const ids = { event_id: "evt_1", organization_id: "org_1", actor_id: "usr_1", subject_id: "app_1" };
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    const body = JSON.stringify({ ...ids, type: "submission.completed", at, tries: 3 });
    const answer = await handler({ Records: [{ messageId: "1", body }] } as never);
    expect(answer).toEqual({ batchItemFailures: [] });
    return said.splice(0).join("");
  };
  try {
    expect(await waited(14)).not.toContain("event_late");
    expect(await waited(16)).toContain("event_late");
  } finally {
    lines.mockRestore();
    await queue.stop();
  }
});

test("audit rows of a time are archived again", async () => {
  const academy = await world.newOrganization("Archive Academy");
  await academy.as("Lena").token();
  await world.settle();
  const since = new Date(Date.now() - 60_000).toISOString();
  const begunMs = Math.floor(Date.now() / 1000) * 1000; // of objects S3 knows the second
  const { said } = await operate(world, "replay-events", "--stage", "local", "--since", since, "--archive");
  const [, count] = /^(\d+) events were archived again\.$/m.exec(said) ?? [said];
  expect(Number(count)).toBeGreaterThan(0);
  const known = await settingsOf(world);
  const s3 = new S3Client({ ...credentials(known), endpoint: known.AWS_ENDPOINT_URL_S3!, forcePathStyle: true });
  const Bucket = known.FILES_BUCKET!.replace("-files-", "-audit-");
  const texts: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix: "events/" }))
    for (const { Key, LastModified } of Contents) {
      if (LastModified!.getTime() < begunMs) continue;
      texts.push(await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString());
    }
  expect(texts.join("")).toContain(academy.organization_id);
});

/** Rebuilds the pool, and counts what is asked of it, by operation. */
async function rebuilt(...words: string[]) {
  const { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: pool } = await settingsOf(world);
  const asked: Record<string, number> = {};
  const way = await serve(0, async (request, response) => {
    const target = String(request.headers["x-amz-target"]);
    const operation = target.split(".").at(-1)!;
    asked[operation] = (asked[operation] ?? 0) + 1;
    const { authorization = "" } = request.headers;
    const headers = { authorization, "content-type": "application/x-amz-json-1.1", "x-amz-target": target };
    const answer = await fetch(pool!, { method: "POST", headers, body: new Uint8Array(await readBody(request)) });
    response.writeHead(answer.status, { "content-type": headers["content-type"] }).end(await answer.text());
  });
  try {
    const environment = { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: way.url };
    return { ...(await operateBy(world, { environment }, "rebuild-pool", ...words)), asked };
  } finally {
    await way.stop();
  }
}
/** What listing asks. Cognito takes its fee for everybody who is asked for by name, so that nobody is. */
const listing = { ListUsers: expect.any(Number) };

test("people of a lost pool get accounts again without being asked for one by one, and are who they were once they have set a password", async () => {
  const academy = await world.newOrganization("Pool Academy");
  const lena = academy.as("Lena");
  await lena.token();
  const known = await settingsOf(world);
  const pool = new CognitoIdentityProviderClient({
    ...credentials(known),
    endpoint: known.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER!,
  });
  await pool.send(new AdminDeleteUserCommand({ UserPoolId: known.USER_POOL_ID!, Username: lena.email }));
  const { login, requestPasswordReset, resetPassword } = contract.auth;
  const signIn = (password: string) => world.anyone.call(login, { email: lena.email, password, isRemember: false });
  expect((await signIn(lena.password)).status).toBe(400);

  const { said, asked } = await rebuilt();
  expect(said).toMatch(/^\d+ people have no account/m);
  expect(asked).toEqual(listing);
  expect((await signIn(lena.password)).status).toBe(400);
  expect((await operate(world, "rebuild-pool", "--write")).said).toMatch(/^[1-9]\d* accounts were made/m);
  expect((await operate(world, "rebuild-pool", "--write")).said).toContain("0 accounts were made.");

  expect((await world.anyone.call(requestPasswordReset, { email: lena.email } as never)).status).toBe(200);
  await world.settle();
  const [mail] = await world.mails.to(lena.email);
  const token = /\/resetpassword\/[^?]+\?t=([\w-]+)/.exec(mail!.text ?? "")![1]!;
  const password = "Somebody-found-it-again-1";
  expect((await world.anyone.call(resetPassword, { email: lena.email, password, token })).status).toBe(200);
  expect((await signIn(password)).body.data).toMatchObject({ user_id: lena.user_id });
});

test("the daily list of accounts is enough to make a pool again", async () => {
  const academy = await world.newOrganization("Listed Academy");
  const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
  await Promise.all([lena.token(), leo.token()]);
  const known = await settingsOf(world);
  await world.control.runSchedule("list-people");
  const s3 = new S3Client({ ...credentials(known), endpoint: known.AWS_ENDPOINT_URL_S3!, forcePathStyle: true });
  const Bucket = known.FILES_BUCKET!.replace("-files-", "-exports-");
  const Prefix = `people/${new Date().toISOString().slice(0, 2)}`;
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
  expect(Contents.map(({ Key }) => Key)).toEqual([expect.stringMatching(/^people\/\d{4}-\d\d-\d\d\.jsonl$/)]);
  const text = await (await s3.send(new GetObjectCommand({ Bucket, Key: Contents[0]!.Key }))).Body!.transformToString();
  const lines = text.trimEnd().split("\n");
  expect(lines).toContain(JSON.stringify({ email: lena.email, user_id: lena.user_id, enabled: true }));
  expect(text).not.toContain(lena.password);

  const folder = mkdtempSync(join(tmpdir(), "laurel-people-"));
  const list = join(folder, "people.jsonl");
  const disabled = JSON.stringify({ email: leo.email, user_id: leo.user_id, enabled: true });
  // of these two alone: others come and go meanwhile
  const ofBoth = lines.filter((line) => [lena, leo].some(({ user_id }) => line.includes(user_id))).join("\n");
  writeFileSync(list, ofBoth.replace(disabled, disabled.replace("true", "false")));
  const pool = new CognitoIdentityProviderClient({
    ...credentials(known),
    endpoint: known.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER!,
  });
  const account = (email: string) => ({ UserPoolId: known.USER_POOL_ID!, Username: email });
  try {
    for (const { email } of [lena, leo]) await pool.send(new AdminDeleteUserCommand(account(email)));
    const { said, asked } = await rebuilt("--list", list);
    expect(said).toMatch(/^1 people have no account/m);
    expect(asked).toEqual(listing);
    const made = await rebuilt("--list", list, "--write");
    expect(made.said).toContain("1 accounts were made.");
    expect(made.asked).toEqual({ ...listing, AdminCreateUser: 1 });
    const { UserAttributes = [] } = await pool.send(new AdminGetUserCommand(account(lena.email)));
    expect(UserAttributes).toContainEqual({ Name: "custom:user_id", Value: lena.user_id });
    await expect(pool.send(new AdminGetUserCommand(account(leo.email)))).rejects.toThrow();
    expect((await operate(world, "rebuild-pool", "--write")).said).toMatch(/^\d+ accounts were made\./m);
    expect((await pool.send(new AdminGetUserCommand(account(leo.email)))).Enabled).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function prepared(copy: Holdings["tables"][number]) {
  const account = await startAccount({ tables: [copy] });
  const filled = { "<stage>": "live", "<copy>": copy.name };
  const [name, ...typed] = asTyped("npm run prepare-restored -- --stage <stage> --table <copy>", filled);
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: "us-east-1",
    AWS_ENDPOINT_URL: account.url,
    AWS_ACCESS_KEY_ID: "operator",
    AWS_SECRET_ACCESS_KEY: "secret",
  };
  try {
    const words = [join(import.meta.dirname, `../../bin/operate/${name}.ts`), ...typed];
    const said = await promisify(execFile)(process.execPath, words, { env }).catch((failed) => failed);
    return { code: said.code ?? 0, said: said.stdout as string, table: account.holdings.tables[0]! };
  } finally {
    await account.stop();
  }
}
const setting = `"restoredTable": {"name":"copy","streamArn":"arn:aws:dynamodb:us-east-1:111122223333:table/copy/stream/1"}\n`;

test("a restored copy gets what a copy lacks, once, and the stage is told to work on it", async () => {
  const bare = { name: "copy", guarded: false, items: 3, encryption: "KMS" };
  const whole = {
    ...{ ...bare, guarded: true, streams: "NEW_AND_OLD_IMAGES", ends: "ttl", recoverableDays: 35 },
    tags: { "laurel:stage": "live" },
  };
  const first = await prepared(bare);
  expect(first).toEqual({ code: 0, said: setting, table: whole });
  expect(await prepared(first.table)).toEqual(first);
});

test("a restored copy that differs from the template in what cannot be set is told of", async () => {
  const { code, said } = await prepared({ name: "copy", guarded: false, items: 3 });
  expect(said).toBe(`differs from the template: encryption is "none", should be "KMS"\n${setting}`);
  expect(code).toBe(1);
});

describe("a stage after a loss", async () => {
  const [, live] = shapes as [unknown, (typeof shapes)[number]];
  const streamArn = "arn:aws:dynamodb:eu-central-1:111122223333:table/restored/stream/2026-11-22T10:00:00.000";
  const restoredTable = { name: "restored", streamArn };
  const templates = await synthesizeForTest({ ...live, settings: { ...live.settings, restoredTable, poolNumber: 2 } });
  const of = (type: string) =>
    templates.flatMap(({ Resources }) => Object.entries(Resources).filter(([, { Type }]) => Type === type));

  test("works on the restored table and its stream, its own table kept beside it", () => {
    const tables = of("AWS::Lambda::Function").flatMap(
      ([, { Properties }]) => Properties.Environment?.Variables?.TABLE_NAME ?? [],
    );
    expect(tables.length).toBeGreaterThan(100);
    expect(new Set(tables)).toEqual(new Set(["restored"]));
    const streams = of("AWS::Lambda::EventSourceMapping").filter(([, { Properties }]) => Properties.StartingPosition);
    expect(streams.map(([, { Properties }]) => Properties.EventSourceArn)).toEqual([streamArn, streamArn]);
    type Looked = { Namespace?: string; Dimensions?: { Name: string; Value: unknown }[] };
    const watched = of("AWS::CloudWatch::Alarm")
      .flatMap(([, { Properties }]): Looked[] => [
        Properties,
        ...(Properties.Metrics ?? []).map(
          ({ MetricStat }: { MetricStat?: { Metric: Looked } }) => MetricStat?.Metric ?? {},
        ),
      ])
      .flatMap(({ Namespace, Dimensions = [] }) => (Namespace === "AWS/DynamoDB" ? Dimensions : []))
      .filter(({ Name }) => Name === "TableName");
    expect(watched.length).toBeGreaterThan(2);
    expect(new Set(watched.map(({ Value }) => Value))).toEqual(new Set(["restored"]));
    const granted = JSON.stringify(of("AWS::IAM::Role"));
    expect(granted).toContain("table/restored");
    const reaching = of("AWS::IAM::Role").filter(([, role]) => JSON.stringify(role).includes("StorageTableB43FDCE7"));
    expect(reaching.map(([id]) => id)).toEqual([expect.stringMatching(/^Backups/)]);
    expect(of("AWS::DynamoDB::Table").map(([id]) => id)).toEqual(["StorageTableB43FDCE7"]);
  });
  test("gets another user pool, with a client and a token check of its own", () => {
    const [[pool]] = of("AWS::Cognito::UserPool") as [[string, unknown]];
    expect(pool).not.toBe("IdentityPool9E5AED46");
    const users = [...of("AWS::Cognito::UserPoolClient"), ...of("AWS::ApiGatewayV2::Authorizer")];
    for (const [, { Properties }] of users) expect(JSON.stringify(Properties)).toContain(pool);
  });
});
