import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Service } from "../../bin/local/cloud/faults.ts";
import { readBody, sendJson, serve } from "../../bin/local/server.ts";
import { steps } from "../../bin/operate/smoke/steps.ts";
import { gameDay, stepsOf } from "../faults/gameday.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { lentWorld } from "../support/lent-world.ts";
import { operate, operateBy } from "../support/program.ts";
import { runbooks } from "../support/runbooks.ts";

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
  const smoke = async (haste: number) =>
    operateBy(
      world,
      { environment: { API_ORIGIN: (await past).url, CERTIFICATES_SIGNED: "yes" } },
      "smoke",
      "--stage",
      "local",
      "--haste",
      `${haste}`,
    );
  const failed = (said: string) => [...said.matchAll(/^FAIL {2}([\w-]+): /gm)].map(([, name]) => name);

  test("proves a stage from the sign-up to the certificate, and removes what it made", async () => {
    const { code, said } = await smoke(1);
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
