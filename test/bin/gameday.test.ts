import { globSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { FaultPlan } from "../../bin/local/cloud/faults.ts";
import { readBody, sendJson, serve } from "../../bin/local/server.ts";
import { probeOf } from "../../bin/operate/deployment/answering.ts";
import { watchedAlarms } from "../../lib/alarms/signals.ts";
import { aliasedOf } from "../../lib/aliases.ts";
import { callsOf, contract } from "../../shared/contract.ts";
import {
  type AlarmProperties,
  type FilterProperties,
  logSamples,
  propertiesOf,
  resultOf,
  ringing,
  type Sample,
  toldOf,
} from "../faults/alarm-board.ts";
import { gameDay, stackOf, stepsOf } from "../faults/gameday.ts";
import { startAccount } from "../support/account/account.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { lentWorld } from "../support/lent-world.ts";
import { operate, operateBy, settingsOf } from "../support/program.ts";
import { commandsIn, faultsOfAws, programOf } from "../support/runbook-commands.ts";
import { runbookContents, runbooks } from "../support/runbooks.ts";

const world = await lentWorld();
afterAll(() => world.stop());

test("a wrong total rings its alarm, and the runbook's own commands make it whole", async () => {
  const academy = await world.newOrganization("Drilled Academy");
  await publishedCredential(academy, [await acceptedReviewer(academy, "Rita")]);
  await world.settle();

  const { alarm, commands, isWhole, told } = await gameDay(world, "wrong-total");
  expect(told).toEqual(["ALARM", "OK"]);
  expect(alarm).toEqual({ name: "invariants-violated", runbook: "invariants-violated", counted: 1, from: 1 });
  const ended = commands.map(({ command, code }) => [command.replace(" --stage <stage>", ""), code]);
  expect(ended).toEqual([
    ["npm run check:invariants --", 1],
    ["npm run repair --", 1],
    ["npm run repair -- --write", 0],
    ["npm run check:invariants --", 0],
  ]);
  expect(commands.at(-1)!.said).toContain("All invariants hold.");
  expect(isWhole).toBe(true);
});

test("a runbook without the command that mends leaves the fault", async () => {
  const pages = new Map([...runbooks].map(([page, text]) => [page, text.replaceAll(" --write`", "`")]));
  const { commands, isWhole } = await gameDay(world, "wrong-total", { pages });
  expect(isWhole).toBe(false);
  expect(commands.at(-1)!.code).toBe(1);
  await operate(world, "repair", "--write");
  expect((await operate(world, "check-invariants")).said).toContain("All invariants hold."); // for what is tried below
});

test.each([
  ["dead-schedule", "schedules-dead", 1],
  ["broken-authorizer", "calls-refused", 50],
  ["broken-authorizer-of-few", "tokens-refused", 1],
  ["mails-refused", "events-late", 1],
])("the game day %s rings %s, its page mends it, and the operators are told so", async (day, name, from) => {
  const { alarm, isWhole, told } = await gameDay(world, day);
  expect(alarm).toEqual({ name, runbook: name, counted: expect.any(Number), from });
  expect(alarm.counted).toBeGreaterThanOrEqual(from);
  expect([isWhole, told]).toEqual([true, ["ALARM", "OK"]]);
});

describe("the board", async () => {
  const all = await propertiesOf<AlarmProperties>("AWS::CloudWatch::Alarm");
  const named = (name: string) => all.filter(({ AlarmName }) => AlarmName === `laurel-local-${name}`);
  const ofLogs = (metricName: string, second: number): Sample => {
    return { namespace: "Laurel/local", metricName, second, value: 1 };
  };

  test("rings for what ought to happen and does so no more, and not before it ever did", () => {
    for (const [alarm, metricName, period] of [
      ["reconciliation-late", "payments-reconciled", 1800],
      ["invariants-unchecked", "invariants-checked", 86_400],
    ] as const) {
      expect(named(alarm)).toHaveLength(1);
      expect(ringing(named(alarm), [], 10 * period)).toEqual([]);
      expect(ringing(named(alarm), [ofLogs(metricName, period)], 2 * period)).toEqual([]);
      expect(ringing(named(alarm), [ofLogs(metricName, period)], 3 * period)).toEqual([`laurel-local-${alarm}`]);
    }
  });

  test("says when the table is throttled no more, which an alarm on DynamoDB's own metric would not", () => {
    const throttled = { namespace: "AWS/DynamoDB", metricName: "ReadThrottleEvents", second: 300, value: 3 };
    const [alarm] = named("table-reads-throttled");
    expect(toldOf(alarm!, [throttled], 4)).toEqual(["OK", "ALARM", "OK"]);
    const { Metrics, ...rest } = alarm!;
    const direct = { ...rest, ...Metrics!.find(({ MetricStat }) => MetricStat)!.MetricStat!.Metric, Period: 300 };
    expect(toldOf({ ...direct, Statistic: "Sum" }, [throttled], 4)).toEqual(["ALARM"]);
  });

  test("takes no refusals of strangers for a broken authorizer, nor somebody who signs in and works", () => {
    const seen = (metricName: string, second: number, value: number) => ({ ...ofLogs(metricName, second), value });
    const of = (...samples: Sample[]) => ringing(named("tokens-refused"), samples);
    expect(of()).toEqual([]);
    expect(of(seen("tokens-taken", 0, 5))).toEqual([]);
    expect(of(seen("tokens-given", 0, 1))).toEqual([]);
    expect(of(seen("tokens-given", 0, 40), seen("tokens-taken", 0, 1))).toEqual([]);
    expect(of(seen("tokens-given", 0, 2))).toEqual(["laurel-local-tokens-refused"]);
  });

  test("rings for a call that fails three times within an hour, for which no deployment goes back, and says when it is over", async () => {
    const filters = await propertiesOf<FilterProperties>("AWS::Logs::MetricFilter");
    const ada = (await world.newOrganization()).as("Ada");
    await ada.token();
    const before = new Set(await world.control.logs());
    await world.control.faults({
      rules: [{ what: "denied", service: "dynamodb", function: "user/read-profile", times: "always" }],
    });
    for (const _ of [1, 2, 3]) expect((await ada.call(contract.user.readProfile)).status).toBe(503);
    await world.control.faults();
    const lines = (await world.control.logs()).filter((line) => !before.has(line));
    const counted = logSamples(filters, lines, 0).filter(({ metricName }) => metricName === "unforeseen");
    expect(counted).toHaveLength(3);
    const failures = counted.map((sample, index) => ({ ...sample, second: index * 1200 }));

    expect(ringing(all, failures)).toEqual(["laurel-local-unforeseen-again"]);
    expect(ringing(all, failures.slice(1))).toEqual([]);
    expect(toldOf(named("unforeseen-again")[0]!, failures, 2)).toEqual(["ALARM", "OK"]);
    expect(watchedAlarms).not.toContain("unforeseen-again");
  });

  test("rings when no backup was made for a week, and not for the days between two", () => {
    const backup = (day: number): Sample => {
      return { namespace: "AWS/Backup", metricName: "NumberOfBackupJobsCompleted", second: day * 86_400, value: 1 };
    };
    const ringsAfter = (days: number, ...samples: Sample[]) =>
      ringing(named("backups-missing"), samples, days * 86_400).length > 0;
    expect(ringsAfter(30)).toBe(false);
    expect(ringsAfter(13, backup(0), backup(6))).toBe(false);
    expect(ringsAfter(14, backup(0), backup(6))).toBe(true);
  });

  test("counts with several metrics as an alarm asks", () => {
    const throttled = (metricName: string): Sample => {
      return { namespace: "AWS/Cognito", metricName, second: 0, value: 1 };
    };
    for (const metric of ["SignInThrottles", "TokenRefreshThrottles"])
      expect(ringing(named("sign-ins-throttled"), [throttled(metric)])).toEqual(["laurel-local-sign-ins-throttled"]);
    expect(ringing(named("sign-ins-throttled"), [])).toEqual([]);
    expect(resultOf("IF(some >= 2 * 3, 100 * some / (some + 2), 0)", { some: 6 })).toBe(75);
    expect(resultOf("IF(some >= 2 * 3, 1, 0 - 4)", { some: 5 })).toBe(-4);
    expect(resultOf("one + FILL(other, 7)", { one: 1, other: undefined })).toBe(8);
    expect(resultOf("one + other", { one: 1, other: undefined })).toBeUndefined();
    expect(() => resultOf("METRICS(one)", { one: 1 })).toThrow("METRICS is not known here");
  });
});

describe("the alarms that watch a deployment", async () => {
  const watching = watchedAlarms.map((name) => `laurel-local-${name}`);
  const all = await propertiesOf<AlarmProperties>("AWS::CloudWatch::Alarm");
  const board = all.filter(({ AlarmName }) => watching.includes(AlarmName));
  const filters = await propertiesOf<FilterProperties>("AWS::Logs::MetricFilter");
  const ofGateway = (metricName: string, second: number, value: number): Sample => {
    return { namespace: "AWS/ApiGateway", metricName, second, value };
  };
  /** What Lambda counts for the account while another product of it is at work. */
  const ofOthers = ["Throttles", "Errors"].map((metricName): Sample => {
    return { namespace: "AWS/Lambda", metricName, second: 0, value: 500 };
  });
  const slow = (second: number, count: number) =>
    Array.from({ length: count }, () => ofGateway("Latency", second, 2500));

  /** What CloudWatch is told while a release of such faults works: every function is asked once, and people read. */
  async function samplesOf(rules: FaultPlan["rules"]): Promise<Sample[]> {
    const ada = (await world.newOrganization()).as("Ada");
    await ada.token();
    const before = new Set(await world.control.logs());
    await world.control.faults({ rules });
    for (const named of callsOf()) await world.control.invoke(`${named.domain}/${named.file}`, probeOf(named));
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const began = performance.now();
        const { status } = await ada.call(contract.user.readProfile);
        const second = index < 6 ? 0 : 300;
        const answer = [ofGateway("Latency", second, performance.now() - began)];
        return status < 500 ? answer : [...answer, ofGateway("5xx", second, 1)];
      }),
    ).finally(() => world.control.faults());
    const lines = (await world.control.logs()).filter((line) => !before.has(line));
    return [...answers.flat(), ...logSamples(filters, lines, 0)];
  }
  const reading = { service: "dynamodb", function: "user/read-profile", times: "always" } as const;

  test("let a good release pass whose functions are all cold and slow, beside another product that fails", async () => {
    const samples = await samplesOf([{ what: "delay", milliseconds: 1600, ...reading }]);
    const latencies = samples.filter(({ metricName }) => metricName === "Latency");
    expect(latencies.every(({ value }) => value >= 1500)).toBe(true);
    expect(ringing(board, [...samples, ...ofOthers])).toEqual([]);
    const judging = board.map((alarm) => ({ ...alarm, EvaluateLowSampleCountPercentile: "evaluate" as const }));
    expect(ringing(judging, samples)).toEqual(["laurel-local-api-latency"]);
    const ofAccount = all.filter(({ Namespace, Dimensions }) => Namespace === "AWS/Lambda" && !Dimensions);
    expect(ringing(ofAccount, ofOthers)).toEqual(["laurel-local-function-throttles"]);
  });

  test("send a release back that answers 5xx, or whose functions die", async () => {
    const denied = await samplesOf([{ what: "denied", ...reading }]);
    expect(ringing(board, denied)).toEqual(["laurel-local-api-errors", "laurel-local-unforeseen"]);
    const dying = await samplesOf([{ what: "crash", ...reading }]);
    expect(ringing(board, dying)).toEqual(["laurel-local-api-errors", "laurel-local-function-errors"]);
  });

  test("send a release back that is slow for many, twice in a row", () => {
    expect(ringing(board, [...slow(0, 200), ...slow(300, 200)])).toEqual(["laurel-local-api-latency"]);
    expect(ringing(board, [...slow(0, 200), ...slow(300, 199)])).toEqual([]);
    expect(ringing(board, slow(0, 200))).toEqual([]);
  });
});

test("a redrive says that nothing is put aside, and gives nothing back to a queue whose messages cannot be", async () => {
  expect(await operate(world, "redrive", "--stage", "local")).toEqual({
    code: 0,
    said: expect.stringMatching(/^Nothing is put aside in \d+ queues\.\n$/),
  });
  const { code, said } = await operate(world, "redrive", "changes", "--stage", "local");
  expect([code, said]).toEqual([1, expect.stringContaining("npm run redrive -- [<queue>] --stage live")]);
});

test("a redrive knows the queues of its stage from those of one whose name begins alike", async () => {
  const queues = await serve(0, async (request, response) => {
    const { QueueUrl = "" } = JSON.parse((await readBody(request)).toString());
    const names = ["local-mail-dead", "local-eu-mail-dead"];
    const QueueUrls = names.map((name) => `http://${request.headers.host}/1/laurel-${name}`);
    const Attributes = { QueueArn: `arn:aws:sqs:eu:1:${QueueUrl.split("/").at(-1)}`, ApproximateNumberOfMessages: "3" };
    sendJson(response, 200, QueueUrl ? { Attributes } : { QueueUrls });
  });
  try {
    const environment = { AWS_ENDPOINT_URL_SQS: queues.url };
    const { said } = await operateBy(world, { environment }, "redrive", "--stage", "local");
    expect(said).toBe("laurel-local-mail-dead: 3\n");
  } finally {
    await queues.stop();
  }
});

test("the steps are those of one runbook, in its order, with what it has done by hand between them", () => {
  const pages = new Map([
    ["one", "1. `npm run repair`, then wait, then `npm run migrate -- --write`."],
    ["two", "`npm run verify`"],
  ]);
  expect(stepsOf(pages, "one")).toEqual(["npm run repair", "npm run migrate -- --write"]);
  expect(stepsOf(pages, "one", ["wait"])).toEqual(["npm run repair", "wait", "npm run migrate -- --write"]);
  expect(() => stepsOf(pages, "two", ["wait"])).toThrow("The runbook two does not say: wait.");
  expect(() => stepsOf(pages, "three")).toThrow("no runbook three");
});

describe("the runbooks' commands", async () => {
  const all = new Map([...runbooks, ["README", runbookContents]]);
  const { TABLE_NAME, USER_POOL_ID } = await settingsOf(world);
  const filled = {
    ...{ "<stage>": "local", "<TableName>": TABLE_NAME!, "<UserPoolId>": USER_POOL_ID!, "<copy>": TABLE_NAME! },
    ...{
      "<webhook>": "stripe-webhook",
      "<id>": "org_1",
      "<commit>": "0000",
    },
    ...{ "<a day before the moment>": "2026-11-20T10:00:00Z", "<an hour before the fault>": "2026-11-20T10:00:00Z" },
    ...{
      "<its address>": "https://laurel.example",
      "<address>": "nobody@laurel.example",
      "<its line>": "credential/update.mjs:1:31002",
    },
  };
  const ours = [...new Map(commandsIn(all, /^npm run/, filled).map((each) => [each.text, each])).values()];
  const ofAws = commandsIn(all, /^aws /, filled);

  test("name options that their programs know", async () => {
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (const command of ours) {
      const [program, ...words] = programOf(command);
      const form = [program, ...words.filter((word) => word.startsWith("--"))].join(" ");
      if (seen.has(form) || program === "where") continue; // which takes no options
      seen.add(form);
      const { said } = await operate(world, program, ...words, "--no-such-option");
      if (!said.includes("Unknown option '--no-such-option'")) wrong.push(`${command.page}: ${command.text}\n${said}`);
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
    const { said } = await operate(world, "hold", "--stage", "local", "--relase", "--no-such-option");
    expect(said).toContain("Unknown option '--relase'");
  });

  test("that look at a stage, or write what is missing, do so here", async () => {
    const versions = aliasedOf("local").map(
      ({ functionName }) => [functionName, { published: [1, 2], called: 2 }] as const,
    );
    const account = await startAccount({ stacks: [await stackOf(world)] }, { versions: new Map(versions) });
    const ofTable = ["check-invariants", "repair", "redrive", "replay-events", "rebuild-pool", "migrate"];
    const tried = [...ofTable, "sign-certificates", "hold", "go-back", "clear-aborted"];
    const ended: string[] = [];
    for (const command of ours.filter((each) => tried.includes(programOf(each)[0]))) {
      const ofAccount = { AWS_ENDPOINT_URL_CLOUDFORMATION: account.url, AWS_ENDPOINT_URL_LAMBDA: account.url };
      const environment = { ...ofAccount, ...command.environment };
      const { code, said } = await operateBy(world, { environment }, ...programOf(command));
      ended.push(code === 0 ? command.text : `${command.text} ended with ${code}: ${said}`);
      await world.settle();
    }
    await account.stop();
    expect(ended).toEqual(ours.map(({ text }) => text).filter((text) => ended.includes(text)));
    expect(new Set(ours.map((each) => programOf(each)[0]).filter((name) => tried.includes(name)))).toEqual(
      new Set(tried),
    );
    // Each other is run by the tests of its program, as it stands (asTyped); a deployment's parts by test/lib/deploy.test.ts.
    const rest = ours.filter((each) => ![...tried, "deploy"].includes(programOf(each)[0]));
    const tests = globSync("test/**/*.ts", { exclude: ["**/gameday*"] }).map((file) => readFileSync(file, "utf8"));
    expect(rest.filter(({ text }) => !tests.some((test) => test.includes(text)))).toEqual([]);
  });

  test("for AWS name operations and options that its models have, with all that must be said", async () => {
    const faults = await Promise.all(ofAws.map(async (each) => [each.text, await faultsOfAws(each)] as const));
    expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
    expect(ofAws.length).toBe([...all.values()].join("\n").match(/`aws [a-z]/g)!.length);
    const spoiled = [
      "`aws lambda invoke --funktion x`",
      "`aws lambda call`",
      "`aws cloudwatch set-alarm-state --alarm-name x --state ALARM`",
      "`aws cloudwatch set-alarms-state`",
      "`aws guardduty send-object-malware-scan --object x`",
    ];
    const found = commandsIn(new Map([["", spoiled.join(", ")]]), /^aws /).map(faultsOfAws);
    expect(await Promise.all(found)).toEqual([
      ["invoke takes no funktion", "invoke lacks functionname"],
      ["lambda has no call"],
      ["set-alarm-state takes no state", "set-alarm-state lacks statevalue", "set-alarm-state lacks statereason"],
      ["cloudwatch has no set-alarms-state"],
      ["send-object-malware-scan takes no object"],
    ]);
  });
});
