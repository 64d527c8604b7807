import { type IncomingMessage, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FaultPlan, GivenAnswer } from "../../bin/local/cloud/faults.ts";
import { serve } from "../../bin/local/server.ts";
import { smokeTest } from "../../bin/operate/deployment/commands.ts";
import { steps } from "../../bin/operate/smoke/steps.ts";
import { refusalOf } from "../../functions/chain/refusal.ts";
import { Problem } from "../../shared/http/problem.ts";
import {
  type AlarmProperties,
  type FilterProperties,
  logSamples,
  propertiesOf,
  type Sample,
} from "../faults/alarm-board.ts";
import { startAccount } from "../support/account/account.ts";
import type { Vault } from "../support/account/backup.ts";
import { lentWorld } from "../support/lent-world.ts";
import { operate, operateBy, settingsOf } from "../support/program.ts";
import { asTyped } from "../support/runbook-commands.ts";

const world = await lentWorld();
const known = await settingsOf(world);

/** A request on its way from the smoke test, and what is answered in its place, if anything. */
interface Passing {
  readonly service: string;
  readonly request: IncomingMessage;
  readonly body: string;
}
type Fault = (
  passing: Passing,
) => { readonly status: number; readonly body: string } | { alter(text: string): string } | undefined;
let fault: Fault = () => undefined;
let passed: Passing[] = [];

async function answerOf(url: URL) {
  const answer = await fetch(url);
  const headers = { "content-type": answer.headers.get("content-type") ?? "" };
  return { status: answer.status, headers, text: await answer.text() };
}

const exports = { looks: 0 };
/** What DynamoDB answers of exports: the local table knows none, the local cloud writes them as the clock has it. */
async function exported({ request, body }: Passing): Promise<{ status: number; body: string } | undefined> {
  const operation = String(request.headers["x-amz-target"]).split(".").at(-1);
  const TableArn = `arn:aws:dynamodb:us-east-1:111122223333:table/${known.TABLE_NAME}`;
  const ExportArn = `${TableArn}/export/1`;
  const answer = (value: object) => ({ status: 200, body: JSON.stringify(value) });
  if (operation === "DescribeTable") return answer({ Table: { TableArn } });
  if (operation === "ExportTableToPointInTime") {
    const asked = JSON.parse(body);
    const S3Bucket = known.FILES_BUCKET!.replace("-files-", "-exports-");
    expect(asked).toMatchObject({ TableArn, S3Bucket, S3Prefix: "table", ExportFormat: "DYNAMODB_JSON" });
    await world.control.runSchedule("exportTableToPointInTime");
    exports.looks = 0;
    return answer({ ExportDescription: { ExportArn, ExportStatus: "IN_PROGRESS" } });
  }
  if (operation !== "DescribeExport") return undefined;
  exports.looks += 1;
  const ExportStatus = exports.looks > 1 ? "COMPLETED" : "IN_PROGRESS";
  return answer({ ExportDescription: { ExportArn, ExportStatus, ItemCount: 42 } });
}

/** Where the smoke test finds a part of the stage: all its requests pass here. */
const wayTo = (service: string, url: string) =>
  serve(0, async (request, response) => {
    const body = await buffer(request);
    const passing = { service, request, body: body.toString() };
    passed.push(passing);
    const instead = fault(passing) ?? (await exported(passing));
    if (instead && "alter" in instead) {
      const { status, headers, text } = await answerOf(new URL(request.url!, url));
      return void response.writeHead(status, headers).end(instead.alter(text));
    }
    if (instead) {
      const headers = { "content-type": service === "portal" ? "application/json" : "application/x-amz-json-1.1" };
      return void response.writeHead(instead.status, headers).end(instead.body);
    }
    await new Promise<void>((done, fail) => {
      const { method, headers } = request;
      const onwards = send(new URL(request.url!, url), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response).once("close", done);
      });
      onwards.once("error", fail).end(body);
    });
  });
/** Lambda, where a function is asked past the API: it runs in the world. */
const lambda = await serve(0, async (request, response) => {
  const [, called] = /\/functions\/laurel-local-([\w-]+)\/invocations$/.exec(request.url!)!;
  const event = JSON.parse((await buffer(request)).toString());
  const answer = await world.control.invoke(called!.replace("-", "/"), event).then(
    (value) => ({ headers: {}, body: JSON.stringify(value ?? null) }),
    ({ message }: Error) => ({ headers: { "x-amz-function-error": "Unhandled" }, body: JSON.stringify({ message }) }),
  );
  response.writeHead(200, answer.headers).end(answer.body);
});
const smokeRole = "arn:aws:iam::111122223333:role/laurel-local-smoke-us-east-1";
const { AWS_ACCESS_KEY_ID: keyId = "", AWS_SECRET_ACCESS_KEY: secret = "" } = known;
const filters = await propertiesOf<FilterProperties>("AWS::Logs::MetricFilter");
let uncounted = "";
/** What CloudWatch counts of the lines that the world's functions have logged, by the filters that are there. */
async function samples(): Promise<Sample[]> {
  const lines = (await world.control.logs()).filter((line) => line.startsWith("{"));
  const bySecond = Map.groupBy(lines, (line) => Math.floor(Date.parse(JSON.parse(line).time) / 1000));
  const there = filters.filter(({ MetricTransformations: [metric] }) => metric!.MetricName !== uncounted);
  const metric = { namespace: "Laurel/local", metricName: "authn-login-fail" };
  const longAgo = { ...metric, second: Date.now() / 1000 - 3600, value: 1 }; // somebody else's
  return [longAgo, ...[...bySecond].flatMap(([second, written]) => logSamples(there, written, second))];
}
const mailbox = "operators@laurel.example";
const confirmed = (topic: string) => ({ region: "us-east-1", topic, mail: mailbox, confirmed: true });
const wholeSubscriptions = () =>
  ["Laurel-local-AlarmsSignalsTopic1", "Laurel-local-edge-us-east-1-SignalsTopic1"].map(confirmed);
const subscriptions = wholeSubscriptions();
const newAlarm = ({ AlarmName, AlarmActions }: AlarmProperties) => {
  const alarm: { topic: string; isTaken: boolean; rang?: number } = { topic: String(AlarmActions?.[0]), isTaken: true };
  return [AlarmName, alarm] as const;
};
const alarms = new Map((await propertiesOf<AlarmProperties>("AWS::CloudWatch::Alarm")).map(newAlarm));
const atEdge = alarms.get("laurel-local-firewall-refuses-us-east-1")!;
const [{ LockConfiguration: lock }] = (await propertiesOf("AWS::Backup::BackupVault")) as [
  { LockConfiguration: { MinRetentionDays: number; MaxRetentionDays: number } },
];
const vault: Vault = {
  name: "Vault",
  role: "arn:aws:iam::111122223333:role/Laurel-local-Backups",
  days: { min: lock.MinRetentionDays, max: lock.MaxRetentionDays },
  isRoleWhole: true,
  jobs: [],
};
/** Makes the account whole again. */
function mend() {
  vault.isRoleWhole = true;
  uncounted = "";
  subscriptions.splice(0, Number.POSITIVE_INFINITY, ...wholeSubscriptions());
  for (const alarm of alarms.values()) Object.assign(alarm, { isTaken: true, rang: undefined });
}
const held = { samples, subscriptions, alarms, vault };
const account = await startAccount({}, { ...held, smokeRole: { arn: smokeRole, keyId, secret } });
const ways = {
  AWS_ENDPOINT_URL_LAMBDA: await wayTo("lambda", lambda.url),
  AWS_ENDPOINT_URL_CLOUDWATCH: await wayTo("cloudwatch", account.url),
  AWS_ENDPOINT_URL_SNS: await wayTo("sns", account.url),
  AWS_ENDPOINT_URL_BACKUP: await wayTo("backup", account.url),
  AWS_ENDPOINT_URL_DYNAMODB: await wayTo("dynamodb", known.AWS_ENDPOINT_URL_DYNAMODB!),
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: await wayTo(
    "cognito-idp",
    known.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER!,
  ),
  AWS_ENDPOINT_URL_S3: await wayTo("s3", known.AWS_ENDPOINT_URL_S3!),
  PORTAL_ORIGIN: await wayTo("portal", world.origin),
};

/** Where the API is past its distribution: our function refuses whoever lacks the header. */
const past = await serve(0, (_, response) => void response.writeHead(pastAnswer.status).end(pastAnswer.body));
const ofFunction = { status: 403, body: JSON.stringify(refusalOf(new Problem("access.denied")).body) };
let pastAnswer = ofFunction;

let clock: NodeJS.Timeout; // the stage's own runs every two minutes
beforeAll(async () => {
  clock = setInterval(() => world.control.runSchedule("offer-open-jobs"), 1000);
  expect((await fetch(world.origin)).status).toBe(200); // the local portal is built at its first visit
});
afterAll(async () => {
  clearInterval(clock);
  for (const each of [...Object.values(ways), lambda, past, account]) await each.stop();
  await world.stop();
});

/** Runs it; `within` is no limit unless said, for this machine may be slow. */
async function smoke(
  haste: number,
  further: Readonly<Record<string, string>> = {},
  typed = ["--stage", "local"],
  within = "86400",
) {
  passed = [];
  const urls = Object.fromEntries(Object.entries(ways).map(([name, { url }]) => [name, url]));
  const PORTAL_ORIGIN = urls.PORTAL_ORIGIN!.replace("127.0.0.1", "localhost"); // whose certificates are verified
  const stage = { API_ORIGIN: past.url, CERTIFICATES_SIGNED: "yes", CARDS_TRIED: "yes", ...urls, PORTAL_ORIGIN };
  const copying = { BACKUP_VAULT: vault.name, BACKUP_ROLE: vault.role };
  const taking = { ...copying, OPERATORS_MAIL: mailbox, SMOKE_ROLE: smokeRole, AWS_ENDPOINT_URL_STS: account.url };
  const environment = { ...stage, ...taking, ...further };
  const { code, said } = await operateBy(
    world,
    { environment },
    "smoke",
    ...typed,
    "--haste",
    `${haste}`,
    "--within",
    within,
  );
  const named = (mark: string) =>
    [...said.matchAll(new RegExp(`^${mark} +([\\w-]+): `, "gm"))].map(([, name]) => name!);
  return { code, said, ok: named("ok"), failed: named("FAIL"), unseen: named("-") };
}

/** What is left of the organizations and people of smoke tests once the clock has worked. */
async function remains() {
  await world.control.runSchedule("delete-organizations", 3_600_000);
  await world.control.runSchedule("erase-people", 3_600_000);
  await world.settle();
  const items = await world.control.everything();
  return {
    addresses: items.filter(({ pk }) => /^EMAIL#.*simulator\.amazonses\.com/.test(String(pk))),
    organizations: items.filter(({ name, status }) => /^Smoke test/.test(String(name)) && status === "active"),
    superadmins: items.filter(({ first_name, superadmin }) => first_name === "Smoke" && superadmin === true),
  };
}
/** What a run does only where it is asked to. */
const typedFor: Readonly<Record<string, string>> = {
  alarm: "npm run smoke -- --stage <stage> --alarm",
  backup: "npm run smoke -- --stage <stage> --backup",
  export: "npm run smoke -- --stage <stage> --backup",
};
const onlyWhereAsked = Object.keys(typedFor);
/** What is typed for a step, by the runbooks. */
const wordsOf = (step: string): string[] =>
  typedFor[step] === undefined ? ["--stage", "local"] : asTyped(typedFor[step], { "<stage>": "local" }).slice(1);
const nothing = { addresses: [], organizations: [], superadmins: [] };

interface Statement {
  readonly Action: string | string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string[]>>>>;
}

describe("a smoke test", () => {
  test("proves a stage that requires two-step sign-in from the sign-up to the certificate, and removes what it made", async () => {
    await world.control.requireFactor(true);
    const { code, said, ok } = await smoke(1, { FACTOR_REQUIRED: "yes" }, [...wordsOf("alarm"), "--backup"]);
    await world.control.requireFactor(false);
    console.log(said);
    expect([code, ok]).toEqual([0, steps.map(({ name }) => name)]);
    const took = new Map(
      [...said.matchAll(/^ok +([\w-]+): .*\(([\d.]+) s\)$/gm)].map(([, step, s]) => [step!, Number(s)]),
    );
    const counted = [...took].reduce(
      (sum, [step, seconds]) => (typedFor[step]?.endsWith("--backup") ? sum : sum + seconds),
      0,
    );
    const [, total] = /^All steps together took ([\d.]+) s of 86400 s, but for copies of the table\.$/m.exec(said)!;
    expect(Number(total)).toBeCloseTo(counted, 1);
    expect(said).toContain(
      `${mailbox} gets a mail "ALARM" of laurel-local-sign-ins-failing and of laurel-local-firewall-refuses-us-east-1`,
    );
    expect(await remains()).toEqual(nothing);
  });

  test("asks in its stage's role, which allows what it asks and no more", async () => {
    const roles = await propertiesOf<{
      readonly RoleName?: string;
      readonly Policies: readonly { readonly PolicyDocument: { readonly Statement: readonly Statement[] } }[];
    }>("AWS::IAM::Role");
    const role = roles.find(({ RoleName }) => /^laurel-local-smoke-/.test(RoleName ?? ""))!;
    const statements = role.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const actions = new Set(statements.flatMap(({ Action }) => Action));
    const patterns = new Set(
      statements.flatMap(({ Condition }) => Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"] ?? []),
    );
    const asked = passed.flatMap(askedOf);
    const used = new Set<string>();
    const refusedFor: string[] = [];
    for (const { action, pk } of asked) {
      used.add(action);
      const fitting = [...patterns].find((pattern) => pk !== undefined && isLike(pattern, pk));
      if (fitting !== undefined) used.add(fitting);
      if (!actions.has(action) || (pk !== undefined && fitting === undefined)) refusedFor.push(`${action} ${pk ?? ""}`);
    }
    expect([...new Set(refusedFor)]).toEqual([]);
    expect([...actions, ...patterns].filter((each) => !used.has(each))).toEqual([]);
    const ofAws = passed.filter(({ service }) => service !== "portal");
    expect(ofAws.every(({ request }) => request.headers["x-amz-security-token"] === "session")).toBe(true);
  });

  test("charges nobody where the stage has no keys for tests, nor looks for signatures without a domain, and says so", async () => {
    const { code, said, unseen } = await smoke(20, {
      CARDS_TRIED: "",
      CERTIFICATES_SIGNED: "no",
      API_ORIGIN: "",
      AWS_ENDPOINT_URL_LAMBDA: "",
      AWS_ENDPOINT_URL_CLOUDWATCH: "",
      OPERATORS_MAIL: "",
    });
    const elsewhere = ["schedules", "count", "subscriptions", ...onlyWhereAsked];
    expect([code, unseen], said).toEqual([0, ["past", "payment", "certificate", ...elsewhere]]);
    expect(await remains()).toEqual(nothing);
  });
});

const isLike = (pattern: string, text: string) =>
  pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : text === pattern;

/** What a request needs the right to, of DynamoDB with each partition that it reaches. */
function askedOf({ service, request, body }: Passing): { action: string; pk?: string }[] {
  if (service === "portal") return [];
  if (service === "lambda") return [{ action: "lambda:InvokeFunction" }];
  if (service === "s3") return [{ action: request.url!.includes("list-type=2") ? "s3:ListBucket" : "s3:GetObject" }];
  const operation = String(request.headers["x-amz-target"]).split(".").at(-1)!;
  if (service === "cognito-idp" || service === "cloudwatch") return [{ action: `${service}:${operation}` }];
  if (service === "backup" && request.method === "GET") return [{ action: "backup:DescribeBackupJob" }];
  if (service === "backup") return [{ action: "backup:StartBackupJob" }, { action: "iam:PassRole" }];
  if (service === "sns") return [{ action: `sns:${new URLSearchParams(body).get("Action")}` }];
  const input = JSON.parse(body);
  const on = (action: string, pk: { S: string }) => ({ action: `dynamodb:${action}`, pk: pk.S });
  const steps = { Put: "PutItem", Update: "UpdateItem", Delete: "DeleteItem", ConditionCheck: "ConditionCheckItem" };
  switch (operation) {
    case "TransactWriteItems":
      return input.TransactItems.flatMap(
        (item: Record<string, { Key?: { pk: { S: string } }; Item?: { pk: { S: string } } }>) =>
          Object.entries(item).map(([kind, { Key, Item }]) => on(steps[kind as keyof typeof steps], (Key ?? Item)!.pk)),
      );
    case "BatchGetItem":
      return Object.values<{ Keys: { pk: { S: string } }[] }>(input.RequestItems).flatMap(({ Keys }) =>
        Keys.map(({ pk }) => on(operation, pk)),
      );
    case "DescribeTable":
    case "DescribeExport":
      return [{ action: `dynamodb:${operation}` }];
    case "ExportTableToPointInTime":
      return [`dynamodb:${operation}`, "s3:AbortMultipartUpload", "s3:PutObject", "s3:PutObjectAcl"].map((action) => ({
        action,
      }));
    case "Query":
      return [on(operation, Object.values<{ S: string }>(input.ExpressionAttributeValues)[0]!)];
    default:
      return [on(operation, (input.Key ?? input.Item).pk)];
  }
}

describe("a smoke test names the one thing that is broken, and what it stands on no more", () => {
  const denied = (service: "ses" | "stripe" | "cognito" | "dynamodb" | "s3" | "kms", name: string): FaultPlan => ({
    rules: [{ what: "denied", service, function: name, times: "always" }],
  });
  const tagged = (body: string): FaultPlan => {
    const answer = { status: 200, headers: { "content-type": "application/xml" }, body: `<Tagging>${body}</Tagging>` };
    const operation = "GET /";
    return {
      rules: [{ what: "answer", service: "s3", operation, function: "file/download", times: "always", answer }],
    };
  };
  const reused: GivenAnswer = {
    status: 400,
    headers: { "content-type": "application/x-amz-json-1.1" },
    body: '{"__type":"RefreshTokenReuseException","message":"Refresh token has been invalidated by rotation."}',
  };
  const renewedOnce: FaultPlan = {
    rules: [{ what: "answer", service: "cognito", function: "auth/refresh", from: 2, answer: reused }],
  };
  const verdict = "<Tag><Key>GuardDutyMalwareScanStatus</Key><Value>NO_THREATS_FOUND</Value></Tag>";
  const afterSignUp = ["wrong-password", "sign-in", "uploads", "payment", "work", "notices", "certificate", "count"];
  const afterPeople = ["mail", "sign-up", ...afterSignUp.slice(0, -1), "archive", "count"];
  const cases: {
    step: string;
    broken: string;
    plan?: FaultPlan;
    on?: Fault;
    past?: typeof pastAnswer;
    breaking?: () => void;
    unseen?: string[];
  }[] = [
    {
      step: "portal",
      broken: "no configuration is served",
      on: ({ service, request }) =>
        service === "portal" && request.url === "/config.json" ? { status: 503, body: "{}" } : undefined,
    },
    { step: "past", broken: "the API answers past its distribution", past: { ...ofFunction, status: 200 } },
    { step: "past", broken: "somebody else refuses", past: { status: 403, body: '{"message":"Forbidden"}' } },
    {
      step: "people",
      broken: "the pool takes nobody",
      on: ({ request }) =>
        String(request.headers["x-amz-target"]).endsWith("AdminCreateUser")
          ? { status: 400, body: '{"__type":"AccessDeniedException","message":"Not authorized."}' }
          : undefined,
      unseen: afterPeople,
    },
    { step: "mail", broken: "SES takes no mail", plan: denied("ses", "platform/deliver-mail") },
    {
      step: "sign-up",
      broken: "a sign-up makes no account",
      plan: denied("cognito", "auth/signup"),
      unseen: afterSignUp,
    },
    {
      step: "wrong-password",
      broken: "a wrong password is answered as a fault of ours",
      on: ({ body }) => (body.includes('"not the password"') ? { status: 503, body: "{}" } : undefined),
      unseen: ["count"],
    },
    { step: "sign-in", broken: "nothing is renewed", plan: denied("cognito", "auth/refresh") },
    { step: "sign-in", broken: "a token is renewed once only", plan: renewedOnce },
    { step: "uploads", broken: "nothing scans", plan: tagged("<TagSet></TagSet>") },
    { step: "uploads", broken: "the scan finds nothing", plan: tagged(`<TagSet>${verdict}</TagSet>`) },
    { step: "payment", broken: "the provider takes no card", plan: denied("stripe", "payment/charge") },
    {
      step: "work",
      broken: "no job is accepted",
      plan: denied("dynamodb", "review/accept"),
      unseen: ["notices", "certificate"],
    },
    { step: "notices", broken: "nobody is told", plan: denied("dynamodb", "platform/write-notices") },
    {
      step: "certificate",
      broken: "what is served was altered",
      on: ({ request }) =>
        request.url!.startsWith("/c/") && request.url!.endsWith(".json")
          ? { alter: (text) => text.replace('"Smoke"', '"Smoke!"') }
          : undefined,
    },
    { step: "certificate", broken: "nothing is signed", plan: denied("kms", "platform/sign-certificates") },
    {
      step: "schedules",
      broken: "one of them is denied the table",
      plan: denied("dynamodb", "certificate/publish-status-lists"),
    },
    {
      step: "count",
      broken: "no filter of the log groups counts it",
      breaking: () => {
        uncounted = "authn-login-fail";
      },
    },
    {
      step: "subscriptions",
      broken: "the mailbox has not said yes to one of the two",
      breaking: () => {
        subscriptions[1]!.confirmed = false;
      },
    },
    { step: "subscriptions", broken: "somebody has ended one of the two", breaking: () => void subscriptions.shift() },
    {
      step: "alarm",
      broken: "the topic at the edge takes nothing of CloudWatch",
      breaking: () => {
        atEdge.isTaken = false;
      },
    },
    {
      step: "backup",
      broken: "the role of its plan lacks a right",
      breaking: () => {
        vault.isRoleWhole = false;
      },
    },
    {
      step: "export",
      broken: "the table cannot go back in time",
      on: ({ request }) =>
        String(request.headers["x-amz-target"]).endsWith("ExportTableToPointInTime")
          ? { status: 400, body: '{"__type":"PointInTimeRecoveryUnavailableException","message":"It is off."}' }
          : undefined,
    },
    {
      step: "export",
      broken: "the bucket takes nothing",
      on: ({ request }) =>
        String(request.headers["x-amz-target"]).endsWith("DescribeExport")
          ? { status: 200, body: '{"ExportDescription":{"ExportStatus":"FAILED","FailureCode":"AccessDenied"}}' }
          : undefined,
    },
    {
      step: "alarm",
      broken: "one rings already, and mails nobody again",
      breaking: () => {
        atEdge.rang = Date.now();
      },
    },
    { step: "archive", broken: "no audit row is kept", plan: denied("s3", "platform/archive-audit") },
  ];

  test("and each step is among them", () => {
    expect([...new Set(cases.map(({ step }) => step))].toSorted()).toEqual(steps.map(({ name }) => name).toSorted());
  });

  test.each(cases)("$step: $broken", async ({ step, plan, on, unseen = [], ...others }) => {
    if (plan) await world.control.faults(plan);
    if (on) fault = on;
    pastAnswer = others.past ?? ofFunction;
    others.breaking?.();
    const {
      code,
      said,
      failed,
      unseen: notLookedAt,
    } = await smoke(20, {}, wordsOf(step)).finally(() => world.control.faults());
    [fault, pastAnswer] = [() => undefined, ofFunction];
    mend();
    const unasked = onlyWhereAsked.filter((each) => typedFor[each] !== typedFor[step]);
    expect([code, failed, notLookedAt], said).toEqual([1, [step], [...unseen, ...unasked]]);
    const { superadmins, addresses } = await remains();
    expect([superadmins, addresses]).toEqual([[], []]);
  });
});

test("a smoke test in which all is well and takes too long fails, and a deployment's may take five minutes", async () => {
  const { code, said, failed } = await smoke(20, {}, ["--stage", "local"], "0");
  expect([code, failed]).toEqual([1, ["time"]]);
  expect(said).toContain("local is not well.");
  const { said: usage } = await operate(world, "smoke");
  expect(usage).toContain("[--within 300]");
  expect(smokeTest("live")).toEqual(["bin/operate/smoke.ts", "--stage", "live"]);
});

test("a smoke test leaves nobody who can sign in where sign-in and the API are broken, and says what stays", async () => {
  fault = ({ service }) => (service === "portal" ? { status: 503, body: "{}" } : undefined);
  const { code, said } = await smoke(20);
  expect(code).toBe(1);
  expect(said).not.toContain("STAYS");
  expect(await remains()).toEqual(nothing);

  fault = ({ service, request }) => {
    const target = String(request.headers["x-amz-target"]);
    if (service === "portal") return { status: 503, body: "{}" };
    return target.endsWith("AdminDeleteUser")
      ? { status: 400, body: '{"__type":"AccessDeniedException","message":"Not authorized."}' }
      : undefined;
  };
  const { said: told } = await smoke(20);
  fault = () => undefined;
  expect(
    told.match(/^STAYS success\+\w+-\w+@simulator\.amazonses\.com in the pool: AccessDeniedException/gm),
  ).toHaveLength(3);
  expect(await remains()).toEqual(nothing);
});
