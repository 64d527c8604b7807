import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FaultPlan, Service } from "../../bin/local/cloud/faults.ts";
import { readBody, sendJson, serve } from "../../bin/local/server.ts";
import { probeOf } from "../../bin/operate/deployment/answering.ts";
import { steps } from "../../bin/operate/smoke/steps.ts";
import { watchedAlarms } from "../../lib/signals.ts";
import { callsOf, contract } from "../../shared/contract.ts";
import {
  type AlarmProperties,
  type FilterProperties,
  logSamples,
  propertiesOf,
  ringing,
  type Sample,
} from "../faults/alarm-board.ts";
import { gameDay, stackOf, stepsOf } from "../faults/gameday.ts";
import { startAccount } from "../support/account/account.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { lentWorld } from "../support/lent-world.ts";
import { operate, operateBy, settingsOf } from "../support/program.ts";
import { commandsIn, faultsOfAws, programOf, unknownServices } from "../support/runbook-commands.ts";
import { runbookContents, runbooks } from "../support/runbooks.ts";

const world = await lentWorld();
afterAll(() => world.stop());

test("a wrong total rings its alarm, and the runbook's own commands make it whole", async () => {
  const academy = await world.newOrganization("Drilled Academy");
  await publishedCredential(academy, [await acceptedReviewer(academy, "Rita")]);
  await world.settle();

  const { alarm, commands, isWhole } = await gameDay(world, "wrong-total");
  expect(alarm).toEqual({ name: "invariants-violated", runbook: "invariants", counted: 1, from: 1 });
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
      "<queue>": "mail",
      "<webhook>": "stripe-webhook",
      "<id>": "org_1",
      "<the copy>": TABLE_NAME!,
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
  const asked = ofAws.filter(({ words: [, service] }) => !unknownServices.includes(service!));

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
    const account = await startAccount({ stacks: [await stackOf(world)] });
    const tried = ["check-invariants", "repair", "redrive", "replay-events", "rebuild-pool", "migrate"];
    const ended: string[] = [];
    for (const command of ours.filter((each) => tried.includes(programOf(each)[0]))) {
      const environment = { AWS_ENDPOINT_URL_CLOUDFORMATION: account.url, ...command.environment };
      const { code, said } = await operateBy(world, { environment }, ...programOf(command));
      ended.push(code === 0 ? command.text : `${command.text} ended with ${code}: ${said}`);
      await world.settle();
    }
    await account.stop();
    expect(ended).toEqual(ours.map(({ text }) => text).filter((text) => ended.includes(text)));
    expect(ended.length).toBeGreaterThan(10);
  });

  test("for AWS name operations and options that its models have, with all that must be said", async () => {
    const faults = await Promise.all(asked.map(async (each) => [each.text, await faultsOfAws(each)] as const));
    expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
    expect(asked.length).toBeGreaterThan(10);
    const [first] = commandsIn(new Map([["", "`aws lambda invoke --funktion x`, `aws lambda call`"]]), /^aws /);
    expect(await faultsOfAws(first!)).toEqual(["invoke takes no funktion", "invoke lacks functionname"]);
  });
});

describe("a smoke test", () => {
  /** Where the API is past its distribution: it refuses whoever lacks the header. */
  const pastStatus = { status: 403 };
  const past = serve(0, (_, response) => void response.writeHead(pastStatus.status).end());
  let clock: NodeJS.Timeout; // the stage's own runs every two minutes
  afterAll(async () => {
    clearInterval(clock);
    await (await past).stop();
  });
  beforeAll(async () => {
    clock = setInterval(() => world.control.runSchedule("offer-open-jobs"), 1000);
    expect((await fetch(world.origin)).status).toBe(200); // the local portal is built at its first visit
  });
  const smoke = async (haste: number, further = {}) =>
    operateBy(
      world,
      { environment: { API_ORIGIN: (await past).url, CERTIFICATES_SIGNED: "yes", ...further } },
      "smoke",
      "--stage",
      "local",
      "--haste",
      `${haste}`,
    );
  const failed = (said: string) => [...said.matchAll(/^FAIL {2}([\w-]+): /gm)].map(([, name]) => name);

  test("proves a stage that requires two-step sign-in from the sign-up to the certificate, and removes what it made", async () => {
    await world.control.requireFactor(true);
    const { code, said } = await smoke(1, { FACTOR_REQUIRED: "yes" });
    await world.control.requireFactor(false);
    console.log(said);
    expect([code, failed(said)]).toEqual([0, []]);
    expect([...said.matchAll(/^ok {4}([\w-]+): /gm)].map(([, name]) => name)).toEqual(steps.map(({ name }) => name));
    await world.control.runSchedule("delete-organizations", 3_600_000);
    await world.control.runSchedule("erase-people", 3_600_000);
    await world.settle();
    const items = await world.control.everything();
    expect(items.filter(({ pk }) => String(pk).startsWith("EMAIL#")).map(({ pk }) => pk)).not.toContainEqual(
      expect.stringContaining("simulator.amazonses.com"),
    );
    expect(items.filter(({ name, status }) => /^Smoke test/.test(String(name)) && status === "active")).toEqual([]);
  });

  test("names what does not follow from changes, and what is open past the distribution", async () => {
    const denied = (service: Service, name: string) =>
      ({ what: "denied", service, function: name, times: "always" }) as const;
    await world.control.faults({
      rules: [
        denied("ses", "platform/deliver-mail"),
        denied("s3", "file/download"),
        denied("kms", "platform/sign-certificates"),
        denied("dynamodb", "platform/write-notices"),
        denied("s3", "platform/archive-audit"),
      ],
    });
    pastStatus.status = 200;
    const { code, said } = await smoke(10).finally(() => world.control.faults());
    pastStatus.status = 403;
    expect(code).toBe(1);
    expect(failed(said)).toEqual(["past", "mail", "uploads", "work", "certificate", "notices", "archive"]);
  });

  test("names what people cannot do", async () => {
    const denied = (name: string) => ({ what: "denied", service: "cognito", function: name, times: "always" }) as const;
    await world.control.faults({ rules: [denied("auth/signup"), denied("auth/refresh")] });
    const { said } = await smoke(10).finally(() => world.control.faults());
    expect(failed(said)).toEqual(["sign-up", "sign-in", "uploads", "work", "certificate", "notices"]);
  });
});
