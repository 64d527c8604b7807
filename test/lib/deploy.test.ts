import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { LambdaClient } from "@aws-sdk/client-lambda";
import type { CfnOutput } from "aws-cdk-lib";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeApp } from "../../bin/app.ts";
import { builtFunctions } from "../../bin/local/prepare.ts";
import { serve } from "../../bin/local/server.ts";
import { checkAccount, checkCredentials, readAccount } from "../../bin/operate/deployment/account.ts";
import { checkQuotas } from "../../bin/operate/deployment/account-quotas.ts";
import { bringForward, move, moveOf } from "../../bin/operate/deployment/aliases.ts";
import { probeOf, silentFunctions, whatIsUnwell } from "../../bin/operate/deployment/answering.ts";
import { deployments, smokeTest } from "../../bin/operate/deployment/commands.ts";
import { linesOf, mayGoOn } from "../../bin/operate/deployment/finding.ts";
import { whatRemains } from "../../bin/operate/deployment/remaining.ts";
import { conclude } from "../../bin/operate/deployment/running.ts";
import { decide } from "../../bin/operate/deployment/settings.ts";
import { checkAlarms } from "../../bin/operate/deployment/silent-alarms.ts";
import { readStanding } from "../../bin/operate/deployment/standing.ts";
import { watchedAlarms } from "../../lib/alarms/signals.ts";
import { aliasedCalls, aliasedOf } from "../../lib/aliases.ts";
import { background } from "../../lib/background.ts";
import type { BackgroundFunction } from "../../lib/background-function.ts";
import { defaultSettings, type Settings } from "../../lib/settings.ts";
import { callsOf } from "../../shared/contract.ts";
import { wire } from "../../shared/http/call.ts";
import { startAccount } from "../support/account/account.ts";
import type { AccountDetails } from "../support/account/details.ts";
import { askAccount } from "../support/account/environment.ts";
import { type Resource, shapes, synthesizedShapes } from "./synthesis.ts";

const [, live] = await synthesizedShapes();
const settings: Settings = { ...defaultSettings("live"), ...live!.settings, stage: "live" };
const { region } = settings;

/** An account in which everything is as it has to be. */
const ready: Partial<AccountDetails> = {
  bootstrapped: { [region]: "28", "us-east-1": "28" },
  concurrency: 1000,
  distributions: 3,
  mail: { sends: true, production: true, verified: ["laurel.example"] },
  zones: {
    Z0123456789ABC: ["ns-1.awsdns-12.org", "ns-2.awsdns-34.com", "ns-3.awsdns-56.net", "ns-4.awsdns-78.co.uk"],
  },
};
const bootstrapVersion = 6;
const delegated = ["NS-1.awsdns-12.org.", "ns-2.awsdns-34.com"];
let zoneServers = delegated;

type Account = Awaited<ReturnType<typeof startAccount>>;
let account: Account | undefined;
async function enter(...of: Parameters<typeof startAccount>): Promise<Account> {
  account = await startAccount(...of);
  askAccount(account.url);
  return account;
}
beforeEach(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
});
afterEach(async () => {
  await account?.stop();
  account = undefined;
  zoneServers = delegated;
  vi.unstubAllEnvs();
});
afterAll(() => vi.unstubAllEnvs());

/** Every call with an alias, at such versions. */
const versionsOf = (each: { published: readonly number[]; called: number }): AccountDetails["versions"] =>
  new Map(aliasedOf("live").map(({ functionName }) => [functionName, { ...each }]));

const look = async (stands = false) => [
  ...(await checkAccount(settings, live!.templates, bootstrapVersion, async () => zoneServers)),
  ...(await checkQuotas(settings, live!.templates, stands)),
];

describe("the account is looked at before anything is deployed", () => {
  test("an account that has everything is told so, line by line", async () => {
    await enter({}, ready);
    const found = [checkCredentials(await readAccount(region), settings), ...(await look())];
    console.log(linesOf(found).join("\n"));
    expect(found.filter(({ state }) => state !== "good")).toEqual([]);
    expect(found.map(({ what }) => what)).toEqual([
      "credentials",
      `CDK in ${region}`,
      "CDK in us-east-1",
      "Lambda concurrency",
      "CloudFront",
      "name laurel.example",
      "mail",
      "mail",
      "mail",
      "quota, routes of the API",
      "quota, stacks of a region",
      "quota, distributions of an account",
      "quota, cache policies of an account",
      "quota, policies for response headers of an account",
      "quota, roles of an account",
      "quota, managed policies of an account",
    ]);
  });

  test.each<[string, Partial<AccountDetails>, RegExp]>([
    ["one region was never bootstrapped", { bootstrapped: { [region]: "28" } }, /CDK in us-east-1: not bootstrapped/],
    ["CDK's bootstrap is too old", { bootstrapped: { ...ready.bootstrapped, [region]: "5" } }, /version 5, and 6/],
    ["more would be reserved than Lambda allows", { concurrency: 10 }, /Lambda concurrency: 10 at once/],
    ["the API would have too many routes", { quotas: { "L-65B5C802": 20 } }, /routes of the API: \d+ of 20: ask/],
    [
      "other stages have taken the header policies",
      { headerPolicies: 14 },
      /response headers of an account: 7 of 20, 14 used: ask/,
    ],
    ["roles would be too many", { roles: 990 }, /roles of an account: \d+ of 1000, 990 used: ask/],
    ["CloudFront may not be used", { denied: ["cloudfront"] }, /CloudFront: could not be asked: AccessDenied/],
    ["quotas may not be read", { denied: ["servicequotas"] }, /routes of the API: could not be asked/],
  ])("it ends when %s", async (_, fault, says) => {
    await enter({}, { ...ready, ...fault });
    const found = await look();
    expect(mayGoOn(found)).toBe(false);
    const blocking = found.filter(({ state }) => state === "blocks");
    expect(linesOf(blocking).join("\n")).toMatch(says);
  });

  test("it ends while the zone's servers are not those that its registrar names", async () => {
    await enter({}, ready);
    zoneServers = ["ns1.registrar.example"];
    const blocking = (await look()).filter(({ state }) => state === "blocks");
    expect(linesOf(blocking)).toEqual([expect.stringContaining("its registrar names ns1.registrar.example")]);
  });

  test.each([
    ["another hosted zone of Route 53", ["ns-9.awsdns-12.org", "ns-8.awsdns-34.com"]],
    ["the zone's and a former provider's", ["ns-1.awsdns-12.org", "ns1.registrar.example"]],
  ])("it ends while the registrar names servers of %s", async (_, servers) => {
    await enter({}, ready);
    zoneServers = servers;
    const blocking = (await look()).filter(({ state }) => state === "blocks");
    expect(linesOf(blocking)).toEqual([expect.stringContaining(`names ${servers.join(", ")}: it has to name those`)]);
    expect(linesOf(blocking)[0]).toContain("ns-1.awsdns-12.org, ns-2.awsdns-34.com, ns-3.awsdns-56.net");
  });

  test("it goes on where the zone may not be asked, and says so", async () => {
    await enter({}, { ...ready, denied: ["route53"] });
    const found = await look();
    expect(mayGoOn(found)).toBe(true);
    expect(linesOf(found).join("\n")).toMatch(/later {2}name laurel\.example: could not be asked: AccessDenied/);
  });

  test("alarms that have heard nothing since days are named: not on the first ones, and not before a week's work is due", async () => {
    const names = ["backups-missing", "invariants-unchecked", "reconciliation-late"].map(
      (name) => `laurel-live-${name}`,
    );
    const since = "2026-11-20T10:00:00.000Z";
    await enter({}, { ...ready, withoutData: Object.fromEntries(names.map((name) => [name, since])) });
    const named = async (days: number, checked: "nightly" | "weekly") => {
      const found = await checkAlarms({ ...settings, checked }, live!.templates, Date.parse(since) + days * 86_400_000);
      expect(mayGoOn(found)).toBe(true);
      return found.map(({ what }) => what.replace("alarm laurel-live-", "")).toSorted();
    };
    expect(await named(1, "nightly")).toEqual([]);
    expect(await named(2, "nightly")).toEqual(["invariants-unchecked", "reconciliation-late"]);
    expect(await named(8, "weekly")).toEqual(["reconciliation-late"]);
    expect(await named(9, "weekly")).toEqual(["backups-missing", "invariants-unchecked", "reconciliation-late"]);
  });

  test("alarms that have heard of their work are not named", async () => {
    await enter({}, ready);
    expect(await checkAlarms(settings, live!.templates)).toEqual([]);
  });

  test("it ends without credentials, and with those of another account", async () => {
    await enter({}, { ...ready, denied: ["sts"] });
    expect(checkCredentials(await readAccount(region), settings).state).toBe("blocks");
    expect(checkCredentials("999988887777", settings)).toMatchObject({
      state: "blocks",
      says: "They are of 999988887777, and live stands in 111122223333.",
    });
  });

  test("what a new account lacks does not hinder it, and is told", async () => {
    await enter({}, { bootstrapped: ready.bootstrapped! });
    const withoutReserve = live!.templates.map((template) => ({ ...template, Resources: {} }));
    const found = await checkAccount(settings, withoutReserve, bootstrapVersion, async () => delegated);
    expect(mayGoOn(found)).toBe(true);
    const later = linesOf(found.filter(({ state }) => state === "later")).join("\n");
    for (const says of [/10 at once/, /no distribution yet/, /sandbox/, /has not verified laurel\.example/])
      expect(later).toMatch(says);
  });

  test("it ends when other products' stacks leave too little room, those aside that are deleted", async () => {
    const stacks = Array.from({ length: 14 }, (_, index) => ({
      ...{ id: `stack-${index}`, name: `Other-${index}`, region, resources: [] },
      statuses: [index < 10 ? "CREATE_COMPLETE" : "DELETE_COMPLETE"],
    }));
    await enter({ stacks }, { ...ready, quotas: { "L-0485CB21": 20 } });
    const blocking = linesOf((await look()).filter(({ state }) => state === "blocks"));
    expect(blocking).toEqual([expect.stringMatching(/stacks of a region: \d+ of 20, 10 used: ask/)]);
    expect(mayGoOn(await look(true))).toBe(true);
  });

  test("the roles of a stage that stands are not counted twice", async () => {
    await enter({}, { ...ready, roles: 990, headerPolicies: 18 });
    expect(mayGoOn(await look(true))).toBe(true);
  });
});

describe("a stage is deployed in order", () => {
  const stack = (alarms: readonly string[], status = "UPDATE_COMPLETE") => ({
    id: `arn:aws:cloudformation:${region}:111122223333:stack/Laurel-live/1`,
    name: "Laurel-live",
    region,
    statuses: ["CREATE_COMPLETE", status],
    outputs: { PortalOrigin: "https://laurel.example" },
    resources: alarms.map((name) => ({
      logicalId: name,
      physicalId: `laurel-live-${name}`,
      type: "AWS::CloudWatch::Alarm",
      statuses: ["CREATE_COMPLETE"],
    })),
  });

  test("edge, functions, portal; and each alone", () => {
    const words = Object.entries(deployments(settings, undefined));
    expect(words.map(([what]) => what)).toEqual(["edge", "functions", "portal"]);
    expect(words.map(([, [, , , , , name]]) => name)).toEqual([
      "Laurel-live-edge-eu-central-1",
      "Laurel-live",
      "Laurel-live-portal",
    ]);
    for (const [, command] of words) expect(command).toContain("--exclusively");
    expect(JSON.stringify(words)).not.toContain("alarm");
  });

  test("the functions of a stage that stands are watched for ten minutes by the alarms that were there before", async () => {
    await enter({ stacks: [stack([...watchedAlarms, "payments-differ"])] });
    const { alarms, outputs } = (await readStanding(settings))!;
    expect(outputs.PortalOrigin).toBe("https://laurel.example");
    expect(alarms).toHaveLength(watchedAlarms.length);
    const { edge, functions, portal } = deployments(settings, alarms);
    expect(functions.join(" ")).toContain("--monitoring-time-minutes 10");
    for (const name of watchedAlarms) {
      const arn = `arn:aws:cloudwatch:${region}:111122223333:alarm:laurel-live-${name}`;
      expect(functions.join(" ")).toContain(`--rollback-trigger-alarm-arns ${arn}`);
    }
    expect([...edge, ...portal].join(" ")).not.toContain("alarm");
  });

  test("a stage whose alarms ring is mended unwatched: what watched it before does so no more", () => {
    expect(deployments(settings, []).functions.slice(-2)).toEqual(["--rollback-trigger-alarm-arns", "none"]);
  });

  test("nothing watches a first deployment, and none that begins anew after an aborted one", async () => {
    await enter({ stacks: [] });
    expect(await readStanding(settings)).toBeUndefined();
    await account!.stop();
    await enter({ stacks: [stack(watchedAlarms, "ROLLBACK_COMPLETE")] });
    expect(await readStanding(settings)).toBeUndefined();
  });

  test("the watching alarms are in the template, as many as CloudFormation takes", () => {
    const names = live!.templates.flatMap(({ Resources }) =>
      Object.values(Resources).map(({ Properties }) => Properties?.AlarmName),
    );
    for (const name of watchedAlarms) expect(names).toContain(`laurel-live-${name}`);
    expect(watchedAlarms.length).toBeLessThanOrEqual(5);
  });
});

describe("what was decided about a stage is not undone by an older commit", () => {
  const blocked = { version: 7, monthlyBudgetDollars: 500, blockedAddresses: ["203.0.113.7/32"] };
  test.each<[string, Partial<Settings>, Partial<Settings> | undefined, object, string]>([
    ["a first deployment takes the checkout's", { version: 7 }, undefined, { version: 7 }, "good"],
    ["a later decision is taken", blocked, { version: 6 }, blocked, "good"],
    ["an older commit keeps what is deployed", { version: 6 }, blocked, blocked, "good"],
    ["one that never knew versions does, too", {}, blocked, blocked, "good"],
    [
      "the same in another order is the same",
      { monthlyBudgetDollars: 9, version: 1 },
      { version: 1, monthlyBudgetDollars: 9 },
      { version: 1, monthlyBudgetDollars: 9 },
      "good",
    ],
    ["two of one version stop it", { ...blocked, blockedAddresses: [] }, blocked, blocked, "blocks"],
  ])("%s", (_, checkedOut, deployed, decided, state) => {
    const before = deployed && JSON.stringify(deployed);
    expect(decide(checkedOut, before)).toMatchObject({ decided, finding: { state } });
  });

  test("and the stack tells them to the next deployment, with the commit", () => {
    const [{ settings: some }] = shapes as [(typeof shapes)[number]];
    const outdir = mkdtempSync(join(tmpdir(), "laurel-release-"));
    const { laurel } = makeApp({
      code: "inline",
      portalAssets: false,
      outdir,
      stage: "dev",
      settings: some,
      release: "abc",
    });
    const outputOf = (id: string) => (laurel.node.findChild(id) as CfnOutput).value;
    expect(outputOf("Release")).toBe("abc");
    expect(decide(some, outputOf("Settings")).finding.says).toContain("as deployed");
  });
});

describe("the portal follows when every function answers", () => {
  test("every call refuses the question of a deployment for its form, before anybody is identified or read", async () => {
    const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const statuses: string[] = [];
    const built = pathToFileURL(await builtFunctions()).href;
    try {
      for (const named of callsOf()) {
        const { handler } = await import(/* @vite-ignore */ `${built}/${named.domain}/${named.file}.mjs`);
        const { statusCode } = await handler(probeOf(named), {});
        statuses.push(`${wire(named.call).method} ${statusCode}`);
      }
    } finally {
      expect(lines.mock.calls.join("\n")).not.toMatch(/authz_fail|unforeseen|webhook_bad_signature/);
      lines.mockRestore();
    }
    expect(statuses).toHaveLength(callsOf().length);
    expect(new Set(statuses.map((each) => each.split(" ")[1]))).toEqual(new Set(["400", "413"]));
  });

  test("a function that does not load, fails, or is not there is named", async () => {
    const calls = callsOf().slice(0, 4);
    const [broken, failing, silent] = calls.map(({ domain, file }) => `laurel-live-${domain}-${file}`) as string[];
    await enter(
      {},
      {
        answers: {
          [broken!]: { error: "Unhandled", body: '{"errorType":"Runtime.ImportModuleError"}' },
          [failing!]: { body: '{"statusCode":500}' },
          [silent!]: { body: "null" },
        },
      },
    );
    expect(await silentFunctions(settings, calls)).toEqual(
      [
        `${broken}: Unhandled {"errorType":"Runtime.ImportModuleError"}`,
        `${failing}: no answer {"statusCode":500}`,
        `${silent}: no answer null`,
      ].sort(),
    );
    await account!.stop();
    const versions = versionsOf({ published: [1], called: 1 });
    await enter({}, { ...ready, versions });
    expect(await silentFunctions(settings, callsOf())).toEqual([]);
    const [gone] = versions.keys();
    versions.delete(gone!);
    expect(await silentFunctions(settings, callsOf())).toEqual([`${gone}: ResourceNotFoundException, No alias.`]);
  });

  test("the product is well once its health and its configuration come through the distribution", async () => {
    let asked = 0;
    const says = { health: { data: { status: "ok" } } as object, stage: "live" };
    const origin = await serve(0, (request, response) => {
      const early = ++asked < 3;
      const body = request.url === "/api/health" ? says.health : { stage: says.stage };
      response.writeHead(early ? 503 : 200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    const briefly = { tries: 3, waitMs: 1 };
    try {
      expect(await whatIsUnwell(origin.url, "live", briefly)).toBeUndefined();
      expect(await whatIsUnwell(origin.url, "dev", briefly)).toContain("stage live");
      says.health = { error: { code: "server.busy" } };
      expect(await whatIsUnwell(origin.url, "live", briefly)).toContain("/api/health");
    } finally {
      await origin.stop();
    }
    expect(await whatIsUnwell(origin.url, "live", briefly)).toMatch(/fetch failed/);
  });
});

describe("what is still to be done is said", () => {
  const outputs = {
    PortalOrigin: "https://laurel.example",
    UserPoolId: "pool",
    StripeKeys: "stripe",
    PayPalKeys: "paypal",
  };
  const written = '{"secretKey":"sk"}';
  const holdings = (people: number, value: string) => ({
    pools: [{ id: "pool", guarded: true, people }],
    secrets: ["stripe", "paypal"].map((arn) => ({ arn, value })),
  });
  const subscription = { region, topic: "Laurel-live-Alarms", mail: settings.operatorsMail!, confirmed: false };

  test("of a stage that was made just now", async () => {
    await enter(holdings(0, '{"secretKey":""}'), { subscriptions: [subscription] });
    const found = [{ what: "mail", state: "later" as const, says: "in SES's sandbox" }];
    const remains = (await whatRemains(settings, outputs, found)).join("\n");
    for (const says of [
      /has not confirmed the subscription in eu-central-1/,
      /mail: in SES's sandbox/,
      /Stripe: write its keys into the secret stripe, and point a webhook at https:\/\/laurel\.example\/api\/payment\/stripe\/webhook/,
      /PayPal: write its keys/,
      /npm run superadmin/,
    ])
      expect(remains).toMatch(says);
  });

  test("and of one that is complete, nothing but what every release may bring", async () => {
    const ofAnother = { ...subscription, topic: "Laurel-live-eu-Alarms" };
    const ofEdge = { ...subscription, region: "us-east-1", topic: "Laurel-live-edge-eu-central-1-Signals" };
    const confirmed = [subscription, ofEdge].map((each) => ({ ...each, confirmed: true }));
    await enter(holdings(1, written), { subscriptions: [...confirmed, ofAnother] });
    expect(await whatRemains(settings, outputs, [])).toEqual([expect.stringContaining("npm run migrate")]);
  });

  test("a subscription that somebody has ended, or that is another stage's", async () => {
    const ofAnother = { ...subscription, topic: "Laurel-live-eu-Alarms", confirmed: true };
    await enter(holdings(1, written), { subscriptions: [ofAnother] });
    const [inRegion, atEdge] = await whatRemains(settings, outputs, []);
    expect(inRegion).toMatch(/is not subscribed in eu-central-1: SNS, "Topics", Laurel-live-Alarms…/);
    expect(atEdge).toMatch(/is not subscribed in us-east-1: SNS, "Topics", Laurel-live-edge-eu-central-1-…/);
  });

  test("keys that are there while nobody is offered to pay, and alarms that reach nobody", async () => {
    await enter(holdings(1, written));
    const { operatorsMail: _, stripePublishableKey: __, ...less } = settings;
    const remains = (await whatRemains(less, outputs, [])).join("\n");
    expect(remains).toMatch(/mailed to nobody/);
    expect(remains).toMatch(/set stripePublishableKey/);
  });
});

describe("a stage is called well", () => {
  const said = () => vi.spyOn(console, "log").mockReturnValue();
  test("once its smoke test has proved it, and not before", async () => {
    const log = said();
    const asked: string[] = [];
    await conclude("live", "https://laurel.example", async (command) => {
      expect(log).not.toHaveBeenCalled();
      asked.push(command.join(" "));
    });
    expect(asked).toEqual(["bin/operate/smoke.ts --stage live"]);
    expect(log.mock.calls.flat()).toEqual(["\nlive is well at https://laurel.example."]);
    log.mockRestore();
  });

  test("not where the smoke test fails: that the release is deployed, and where to look, is said instead", async () => {
    const { url } = await enter({}, { denied: ["sts"] });
    for (const [name, value] of Object.entries({ SMOKE_ROLE: "role", TABLE_NAME: "table", AWS_ENDPOINT_URL: url }))
      vi.stubEnv(name, value);
    const log = said();
    await expect(conclude("live", "https://laurel.example")).rejects.toThrow(
      "The release is deployed, and the stage is not well: each line FAIL says what to do.",
    );
    expect(log.mock.calls.flat()).toEqual([`\n== ${smokeTest("live").join(" ")}`]);
    log.mockRestore();
  });
});

test("everything that works by itself is held, the clock and scans included, and goes on", async () => {
  const held = new Map<string, string>();
  const { url } = await enter({}, { held });
  const hold = async (...words: string[]) => {
    const env = { ...process.env, AWS_ENDPOINT_URL: url, AWS_REGION: region };
    await promisify(execFile)(process.execPath, ["bin/operate/hold.ts", "--stage", "live", ...words], { env });
    return Object.fromEntries(held);
  };
  const named = (on: readonly string[], nameOf: (name: string) => string, state: string) =>
    Object.entries<BackgroundFunction>(background).flatMap(([path, { runs }]) =>
      on.includes(runs.on) ? [[nameOf(`laurel-live-${path.replace("/", "-")}`), state] as const] : [],
    );
  const all = (feeding: string, running: string) =>
    Object.fromEntries([
      ...named(["queue", "table-change"], (name) => `of-${name}`, feeding),
      ...named(["schedule", "scan"], (name) => name, running),
    ]);
  expect(await hold()).toEqual(all("off", "0"));
  expect(await hold("--release")).toEqual(all("on", "on"));
});

describe("the calls of money and sign-in", () => {
  const login = "laurel-live-auth-login";
  const goBack = async (url: string, ...words: string[]) => {
    const env = { ...process.env, AWS_ENDPOINT_URL: url, AWS_REGION: region };
    const program = ["bin/operate/go-back.ts", "--stage", "live", ...words];
    return promisify(execFile)(process.execPath, program, { env }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
    );
  };
  const calledIn = (versions: AccountDetails["versions"]) => [...versions.values()].map(({ called }) => called);

  test("go back to the version before, all ten in seconds, and forward again", async () => {
    const versions = versionsOf({ published: [1, 2, 4], called: 4 });
    const { url } = await enter({}, { versions });
    const shown = await goBack(url);
    expect(shown).toEqual({ code: 0, said: expect.stringContaining("Nothing was changed") });
    expect(shown.said).toContain("auth.login: version 4 of 2026-11-04T10:00 UTC → 2 of 2026-11-02T10:00 UTC\n");
    expect(calledIn(versions)).toEqual(Array(10).fill(4));

    const began = performance.now();
    const { code, said } = await goBack(url, "--write");
    expect([code, calledIn(versions)]).toEqual([0, Array(10).fill(2)]);
    expect(said).toContain("Forward again: npm run go-back -- --stage live --forward --write, or the next deployment.");
    console.log(`ten calls went back in ${((performance.now() - began) / 1000).toFixed(1)} s`);

    await goBack(url, "--write");
    expect(calledIn(versions)).toEqual(Array(10).fill(1));
    expect((await goBack(url, "--forward", "--write")).code).toBe(0);
    expect(calledIn(versions)).toEqual(Array(10).fill(4));
  });

  test("go back one by one, and not past the first version", async () => {
    const versions = versionsOf({ published: [1, 2], called: 2 });
    const { url } = await enter({}, { versions });
    const { said } = await goBack(url, "auth.login", "--write");
    expect(said).toContain("Forward again: npm run go-back -- --stage live auth.login --forward --write");
    expect(Object.fromEntries([...versions].map(([name, { called }]) => [name, called]))).toMatchObject({
      [login]: 1,
      "laurel-live-payment-charge": 2,
    });
    expect(await goBack(url, "auth.login", "--write")).toEqual({
      code: 1,
      said: "auth.login: version 1 of 2026-11-01T10:00 UTC, and there is none before it\n",
    });
    expect(versions.get(login)!.called).toBe(1);
    expect(await goBack(url, "auth.logout", "--write")).toEqual({
      code: 1,
      said: expect.stringContaining("auth.logout is none of auth.login, "),
    });
  });

  test("go back once when two operators do it at once, and the others go back where one cannot", async () => {
    const versions = versionsOf({ published: [1, 2, 3], called: 3 });
    const { url } = await enter({}, { versions });
    const client = new LambdaClient({ region });
    const [call] = aliasedOf("live");
    const seen = await Promise.all([moveOf(client, call!, "back"), moveOf(client, call!, "back")]);
    await move(client, seen[0]);
    await expect(move(client, seen[1])).rejects.toMatchObject({ name: "PreconditionFailedException" });
    expect(versions.get(call!.functionName)!.called).toBe(2);

    versions.delete(login);
    const { code, said } = await goBack(url, "--write");
    expect([code, said]).toEqual([1, expect.stringContaining("auth.login: ResourceNotFoundException")]);
    expect(versions.get("laurel-live-payment-charge")!.called).toBe(2);
  });

  test("are answered by a deployment's own versions once it is through, whatever somebody had gone back to", async () => {
    const versions = versionsOf({ published: [1, 2], called: 2 });
    versions.get(login)!.called = 1;
    await enter({}, { versions });
    const client = new LambdaClient({ region });
    expect(await bringForward(client, aliasedOf("live"))).toEqual([
      "auth.login had gone back to version 1, and is at 2.",
    ]);
    expect(calledIn(versions)).toEqual(Array(10).fill(2));
    expect(await bringForward(client, aliasedOf("live"))).toEqual([]);
  });

  test("have a version for each deployment that is kept, which the gateway calls by an alias; no other call has", () => {
    const handlers = live!.templates.flatMap(({ Resources }) => {
      const of = (type: string) => Object.entries(Resources).filter(([, { Type }]) => Type === type);
      const naming = (type: string, property: string, id: string) =>
        of(type).filter(([, { Properties }]) => JSON.stringify(Properties[property]) === JSON.stringify({ Ref: id }));
      return of("AWS::Lambda::Alias").map(([id, { Properties }]) => {
        const version = Resources[Properties.FunctionVersion["Fn::GetAtt"][0]]!;
        expect(Properties).toMatchObject({ Name: "live", FunctionName: version.Properties.FunctionName });
        expect([version.Type, version.DeletionPolicy, version.UpdateReplacePolicy]).toEqual([
          "AWS::Lambda::Version",
          "RetainExceptOnCreate",
          "Retain",
        ]);
        const [[, integration], ...others] = naming("AWS::ApiGatewayV2::Integration", "IntegrationUri", id) as [
          [string, Resource],
        ];
        expect(others).toEqual([]);
        const [[right]] = naming("AWS::Lambda::Permission", "FunctionName", id) as [[string, Resource]];
        expect(integration.DependsOn).toContain(right);
        return Resources[Properties.FunctionName.Ref]!.Properties.FunctionName;
      });
    });
    const wanted = aliasedOf("live").map(({ functionName }) => functionName);
    expect(handlers.toSorted()).toEqual(wanted.toSorted());
    expect(handlers).toHaveLength(Object.keys(aliasedCalls).length);
  });
});
