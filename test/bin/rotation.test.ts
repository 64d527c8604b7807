import { execFile } from "node:child_process";
import { join } from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LocalServer, readBody, sendJson, serve } from "../../bin/local/server.ts";
import { rotateFieldsKey, rotateMailKey } from "../../bin/operate/rotation/managed.ts";
import { rotateOrigin } from "../../bin/operate/rotation/origin.ts";
import { endFormer, rotateKeys, rotations } from "../../bin/operate/rotation/providers.ts";
import { readParts } from "../../bin/operate/rotation/stage-parts.ts";
import { handler as health } from "../../functions/platform/health.ts";
import { defaultSettings, type Settings } from "../../lib/settings.ts";
import type { Holdings } from "../support/account/account.ts";
import { startAccount } from "../support/account/account.ts";
import { askAccount } from "../support/account/environment.ts";
import { Front } from "../support/account/front.ts";
import { asTyped } from "../support/runbook-commands.ts";

const region = "eu-central-1";
const settings: Settings = { ...defaultSettings("live"), region, mailFrom: "no-reply@laurel.example" };
const resource = (type: string, logicalId: string, physicalId: string) => ({
  type,
  logicalId,
  physicalId,
  statuses: ["CREATE_COMPLETE"],
});
const stack = (status = "UPDATE_COMPLETE") => ({
  id: `arn:aws:cloudformation:${region}:111122223333:stack/Laurel-live/1`,
  name: "Laurel-live",
  region,
  statuses: ["CREATE_COMPLETE", status],
  outputs: { StripeKeys: "stripe", PayPalKeys: "paypal" },
  resources: [
    resource("AWS::ApiGatewayV2::Api", "ApiHttp17514DA7", "api"),
    resource("AWS::CloudFront::Distribution", "PortalDistribution29412EF8", "one"),
    resource("AWS::SecretsManager::Secret", "ApiOriginSecretBC5DA8DF", "origin"),
    resource("AWS::KMS::Key", "StorageFieldsKey4A82AEBB", "fields"),
  ],
});
const stripeKeys = { secretKey: "sk_test_old", webhookSecret: "whsec_old00000", publishableKey: "pk_test_1" };
const paypalKeys = { clientId: "client", clientSecret: "old", webhookId: "OLDWEBHOOK01" };

let account: Awaited<ReturnType<typeof startAccount>>;
const others: LocalServer[] = [];
async function enter(front: Front, holdings: Partial<Holdings> = {}): Promise<void> {
  const secrets = [
    { arn: "origin", value: front.now.sent },
    { arn: "stripe", value: JSON.stringify(stripeKeys) },
    { arn: "paypal", value: JSON.stringify(paypalKeys) },
  ];
  const keys = [{ id: "fields", state: "Enabled" as const }];
  account = await startAccount({ stacks: [stack()], secrets, keys, ...holdings }, { front });
  askAccount(account.url);
}
async function start(server: Promise<LocalServer>): Promise<string> {
  const started = await server;
  others.push(started);
  return started.url;
}
beforeEach(() => {
  vi.stubEnv("AWS_REGION", region);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await account?.stop();
  for (const each of others.splice(0)) await each.stop();
});
const secretOf = (name: string) => account.holdings.secrets.find(({ arn }) => arn === name)!.value;

describe("the header of the distribution", () => {
  const rotate = async () => rotateOrigin(settings, await readParts(settings), () => {}, 1);
  const served = ({ history }: Front) => history.every(({ sent, taken }) => taken.split(",").includes(sent));

  test("is replaced while the API takes whatever the distribution sends, at every step", async () => {
    const front = new Front("old", "old");
    await enter(front);
    await rotate();
    const { sent, taken } = front.now;
    expect(sent).toMatch(/^\w{40,}$/);
    expect([taken, secretOf("origin")]).toEqual([sent, sent]);
    expect(served(front)).toBe(true);
    expect(front.history).toHaveLength(4);
  });

  test("is the same one in the end when the rotation was stopped half way", async () => {
    const front = new Front("old", "old");
    front.refusals = 1;
    await enter(front);
    await expect(rotate()).rejects.toThrow();
    const next = secretOf("origin");
    expect(front.now).toEqual({ sent: "old", taken: `old,${next}` });
    await rotate();
    expect(front.now).toEqual({ sent: next, taken: next });
    expect(served(front)).toBe(true);
  });

  test("lets the distribution in again where an operator has closed the API", async () => {
    const front = new Front("old", "closed");
    await enter(front);
    await rotate();
    expect(front.now).toEqual({ sent: "old", taken: "old" });
  });

  test("is not replaced while the stage is deployed", async () => {
    await enter(new Front("old", "old"), { stacks: [stack("UPDATE_IN_PROGRESS")] });
    await expect(rotate()).rejects.toThrow(/is being deployed/);
  });

  test.each([
    ["old", 200],
    ["new", 200],
    ["old,new", 403],
    ["", 403],
    ["other", 403],
  ])("a function that takes two answers %j with %i", async (sent, status) => {
    const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const event = {
      headers: { "x-laurel-origin": sent },
      rawQueryString: "",
      stageVariables: { originSecret: "old,new" },
      requestContext: { requestId: "one", http: { sourceIp: "127.0.0.1" } },
    };
    const { statusCode } = (await health(event as never, {} as never)) as { statusCode: number };
    lines.mockRestore();
    expect(statusCode).toBe(status);
  });
});

/** Takes the new key alone, as Stripe and PayPal do once the old one has been ended. */
const provider = () =>
  serve(0, async (request, response) => {
    const asked = request.headers.authorization ?? "";
    const isNew = asked.includes("sk_test_new") || asked.endsWith(Buffer.from("client:new").toString("base64"));
    await readBody(request);
    sendJson(response, isNew ? 200 : 401, isNew ? { data: [], access_token: "one" } : { error: { type: "invalid" } });
  });

describe("a provider's keys", () => {
  const rotate = (what: string, ...given: string[]) =>
    rotateKeys(settings, what.split("-")[0]!, rotations[what]!, given);

  test("are written once the provider has taken them, the others of the secret left as they are", async () => {
    await enter(new Front("old", "old"));
    const url = await start(provider());
    vi.stubEnv("STRIPE_API_URL", url);
    vi.stubEnv("PAYPAL_API_URL", url);
    await rotate("stripe", "sk_test_new");
    expect(JSON.parse(secretOf("stripe"))).toEqual({ ...stripeKeys, secretKey: "sk_test_new" });
    await rotate("paypal", "client", "new");
    expect(JSON.parse(secretOf("paypal"))).toEqual({ ...paypalKeys, clientSecret: "new" });
  });

  test.each([
    ["stripe", ["sk_test_wrong"], /Stripe does not take the key/],
    ["stripe", ["sk_live_new"], /mode live, and the publishable key is not/],
    ["stripe", ["pk_test_new"], /begins with sk_/],
    ["stripe", [], /Give secretKey/],
    ["stripe", ["sk_test_old"], /already/],
    ["paypal", ["client", "wrong"], /PayPal does not take the keys: it answers 401/],
    ["stripe-webhook", ["nonsense"], /begins with whsec_/],
    ["paypal-webhook", ["no id"], /letters and digits/],
  ])("stay as they are when %s is given %j", async (what, given, says) => {
    await enter(new Front("old", "old"));
    const url = await start(provider());
    vi.stubEnv("STRIPE_API_URL", url);
    vi.stubEnv("PAYPAL_API_URL", url);
    const before = account.holdings.secrets.map(({ value }) => value);
    await expect(rotate(what, ...given)).rejects.toThrow(says);
    expect(account.holdings.secrets.map(({ value }) => value)).toEqual(before);
  });

  /** The functions that read a secret, started after it was written. */
  async function started(name: string, variable: string) {
    vi.stubEnv(variable, name);
    vi.resetModules();
    const { verifyEvent } = await import("../../functions/clients/stripe.ts");
    const { verifyPayPalEvent } = await import("../../functions/clients/paypal/webhook-events.ts");
    return { verifyEvent, verifyPayPalEvent };
  }

  test("events of Stripe's old secret and of the new one count until the old one is ended", async () => {
    await enter(new Front("old", "old"));
    await rotate("stripe-webhook", "whsec_new00000");
    await expect(rotate("stripe-webhook", "whsec_third000")).rejects.toThrow(/End it first/);
    const payload = JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "t",
      livemode: false,
      data: { object: { id: "pi_1" } },
    });
    const verify = (secret: string) =>
      functions.verifyEvent(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }));
    let functions = await started("stripe", "STRIPE_SECRET_NAME");
    for (const secret of ["whsec_old00000", "whsec_new00000"]) expect((await verify(secret)).id).toBe("evt_1");
    await expect(verify("whsec_other000")).rejects.toMatchObject({ code: "payment.bad-signature" });
    await endFormer(settings, "stripe", rotations["stripe-webhook"]!);
    functions = await started("stripe", "STRIPE_SECRET_NAME");
    await expect(verify("whsec_old00000")).rejects.toMatchObject({ code: "payment.bad-signature" });
    expect((await verify("whsec_new00000")).id).toBe("evt_1");
    await expect(endFormer(settings, "stripe", rotations["stripe-webhook"]!)).rejects.toThrow(/no older one/);
  });

  test("events of PayPal's old webhook and of the new one count until the old one is ended", async () => {
    await enter(new Front("old", "old"));
    await rotate("paypal-webhook", "NEWWEBHOOK01");
    let signedFor = "";
    const paypal = await start(
      serve(0, async (request, response) => {
        const body = (await readBody(request)).toString();
        if (request.url!.includes("oauth2")) return sendJson(response, 200, { access_token: "one", expires_in: 3600 });
        const isOfIt = JSON.parse(body).webhook_id === signedFor;
        sendJson(response, 200, { verification_status: isOfIt ? "SUCCESS" : "FAILURE" });
      }),
    );
    vi.stubEnv("PAYPAL_API_URL", paypal);
    const verify = (webhook: string) => {
      signedFor = webhook;
      const event = { id: "WH-1", event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: "order" } };
      return functions.verifyPayPalEvent(JSON.stringify(event), (name) => `the ${name}`);
    };
    let functions = await started("paypal", "PAYPAL_SECRET_NAME");
    for (const webhook of ["OLDWEBHOOK01", "NEWWEBHOOK01"]) expect((await verify(webhook)).id).toBe("WH-1");
    await expect(verify("ANOTHER00001")).rejects.toMatchObject({ code: "payment.bad-signature" });
    await endFormer(settings, "paypal", rotations["paypal-webhook"]!);
    functions = await started("paypal", "PAYPAL_SECRET_NAME");
    await expect(verify("OLDWEBHOOK01")).rejects.toMatchObject({ code: "payment.bad-signature" });
    expect((await verify("NEWWEBHOOK01")).id).toBe("WH-1");
  });
});

test("the key for fields gets new material under its old name, and SES a new key for the sender's domain", async () => {
  await enter(new Front("old", "old"));
  const parts = await readParts(settings);
  expect(await rotateFieldsKey(settings, parts.resource("AWS::KMS::Key", "StorageFieldsKey"))).toContain("1 of 10");
  expect(account.holdings.keys).toEqual([{ id: "fields", state: "Enabled", rotations: 1 }]);
  expect(await rotateMailKey(settings)).toContain("mail of laurel.example with a new key");
});

describe("the command", () => {
  const program = join(import.meta.dirname, "../../bin/operate/rotate.ts");
  /** Loaded first by a process that has to wait for nothing: it passes over the time that AWS takes. */
  const atOnce = `import timers from "node:timers/promises"; import { syncBuiltinESMExports } from "node:module";
const { setTimeout } = timers; timers.setTimeout = () => setTimeout(0); syncBuiltinESMExports();`;
  const run = (input: string, ...words: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(atOnce)}`;
      const env = { ...process.env, NODE_OPTIONS };
      const child = execFile(process.execPath, [program, ...words], { env }, (error, out, complaints) =>
        resolve({ code: Number(error?.code ?? 0), said: out + complaints }),
      );
      child.stdin!.end(input);
    });

  test("does what the runbooks have typed, in their order: it takes secrets from its input, and says what comes next", async () => {
    const front = new Front("old", "old");
    await enter(front);
    const url = await start(provider());
    vi.stubEnv("STRIPE_API_URL", url);
    vi.stubEnv("PAYPAL_API_URL", url);
    for (const [line, input, next] of [
      ["npm run rotate -- origin --stage <stage>", "", "takes the new one alone"],
      ["npm run rotate -- stripe --stage <stage>", "sk_test_new\n", "end the old one at the provider"],
      ["npm run rotate -- stripe-webhook --stage <stage>", "whsec_new00000\n", "stripe-webhook --stage live --end"],
      ["npm run rotate -- stripe-webhook --stage <stage> --end", "", "not taken any more"],
      ["npm run rotate -- paypal --stage <stage>", "client\nnew\n", "end the old one at the provider"],
      ["npm run rotate -- paypal-webhook --stage <stage>", "NEWWEBHOOK01\n", "paypal-webhook --stage live --end"],
      ["npm run rotate -- fields --stage <stage>", "", "1 of 10"],
      ["npm run rotate -- mail --stage <stage>", "", "with a new key"],
      ["npm run rotate -- <webhook> --stage <stage> --end", "", "not taken any more"],
      ["npm run rotate -- <webhook> --stage <stage>", "NEWWEBHOOK02\n", "paypal-webhook --stage live --end"],
    ] as const) {
      const [, ...words] = asTyped(line, { "<stage>": "live", "<webhook>": "paypal-webhook" });
      const { code, said } = await run(input, ...words);
      expect({ line, code, said }).toEqual({ line, code: 0, said: expect.stringContaining(next) });
      for (const secret of input.split("\n").filter((each) => each.length > 6)) expect(said).not.toContain(secret);
    }
    expect(front.now).toEqual({ sent: secretOf("origin"), taken: secretOf("origin") });
    expect(front.now.sent).not.toBe("old");
    expect(JSON.parse(secretOf("stripe"))).toEqual({
      ...stripeKeys,
      secretKey: "sk_test_new",
      webhookSecret: "whsec_new00000",
    });
    expect(JSON.parse(secretOf("paypal"))).toEqual({
      clientId: "client",
      clientSecret: "new",
      webhookId: "NEWWEBHOOK02",
      formerWebhookId: "NEWWEBHOOK01",
    });
  });

  test("says how it is used to whoever types nonsense", async () => {
    await enter(new Front("old", "old"));
    const { code, said } = await run("", "nonsense", "--stage", "live");
    expect([code, said]).toEqual([1, expect.stringContaining("npm run rotate")]);
  });
});
