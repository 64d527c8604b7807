import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import Stripe from "stripe";
import * as z from "zod";
import type { Settings } from "../../../lib/settings.ts";
import { CannotRotate } from "./stage-parts.ts";

const ASKING_MS = 10_000;

/** What is rotated of a provider's keys: the fields that an operator gives, and where the former one stays meanwhile. */
interface Rotation {
  /** The stack's output that names the secret. */
  readonly output: "StripeKeys" | "PayPalKeys";
  readonly fields: readonly string[];
  /** Where the old value goes on being taken until it is ended; the provider itself takes both otherwise. */
  readonly former?: string;
  /** Whether the provider takes what is to be written; says why not. */
  readonly refusal: (keys: Readonly<Record<string, string>>) => Promise<string | undefined>;
}

/** What can be rotated at the payment providers, by the word of the command. */
export const rotations: Readonly<Record<string, Rotation>> = {
  stripe: { output: "StripeKeys", fields: ["secretKey"], refusal: stripeRefusal },
  "stripe-webhook": {
    output: "StripeKeys",
    fields: ["webhookSecret"],
    former: "formerWebhookSecret",
    refusal: async ({ webhookSecret = "" }) =>
      /^whsec_\w{8,}$/.test(webhookSecret) ? undefined : "A webhook's signing secret begins with whsec_.",
  },
  paypal: { output: "PayPalKeys", fields: ["clientId", "clientSecret"], refusal: paypalRefusal },
  "paypal-webhook": {
    output: "PayPalKeys",
    fields: ["webhookId"],
    former: "formerWebhookId",
    refusal: async ({ webhookId = "" }) =>
      /^\w{10,}$/.test(webhookId)
        ? undefined
        : "A webhook's id is of letters and digits, as PayPal's page of the app shows it.",
  },
};

const Keys = z.record(z.string(), z.string());

/** Writes new values of a provider's keys, after the provider has taken them. Whoever reads keys has them in five minutes. */
export async function rotateKeys(
  { region }: Settings,
  SecretId: string,
  { fields, former, refusal }: Rotation,
  given: readonly string[],
): Promise<void> {
  if (given.length !== fields.length || given.some((each) => each === ""))
    throw new CannotRotate(`Give ${fields.join(" and ")}, each on a line of its own.`);
  const secret = secretOf(region, SecretId);
  const known = await secret.read();
  const next = { ...known, ...Object.fromEntries(fields.map((field, index) => [field, given[index]!])) };
  const [first] = fields as [string];
  if (fields.every((field) => known[field] === next[field]))
    throw new CannotRotate(`${fields.join(" and ")} are these already.`);
  if (former !== undefined && known[former] !== undefined)
    throw new CannotRotate("An older one is still taken. End it first, with --end.");
  const refused = await refusal(next);
  if (refused !== undefined) throw new CannotRotate(`${refused} Nothing was written.`);
  await secret.write({ ...next, ...(former !== undefined && known[first] && { [former]: known[first] }) });
}

/** Ends the overlap: the former value is not taken any more. */
export async function endFormer({ region }: Settings, SecretId: string, { former }: Rotation): Promise<void> {
  if (former === undefined) throw new CannotRotate("The provider takes the old key: end it there.");
  const secret = secretOf(region, SecretId);
  const { [former]: ended, ...rest } = await secret.read();
  if (ended === undefined) throw new CannotRotate("There is no older one that is taken.");
  await secret.write(rest);
}

function secretOf(region: string, SecretId: string) {
  const client = new SecretsManagerClient({ region });
  return {
    async read(): Promise<Record<string, string>> {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
      return Keys.parse(JSON.parse(SecretString!));
    },
    async write(keys: Record<string, string | undefined>): Promise<void> {
      await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(keys) }));
    },
  };
}

async function stripeRefusal({ secretKey = "", publishableKey = "" }: Readonly<Record<string, string>>) {
  const modeOf = (key: string) => /^[srp]k_(live|test)_/.exec(key)?.[1];
  if (modeOf(secretKey) === undefined || secretKey.startsWith("pk_")) return "A secret key begins with sk_ or rk_.";
  if (publishableKey && modeOf(publishableKey) !== modeOf(secretKey))
    return `The key is of the mode ${modeOf(secretKey)}, and the publishable key is not.`;
  const { hostname, port, protocol } = new URL(process.env.STRIPE_API_URL ?? "https://api.stripe.com");
  const stripe = new Stripe(secretKey, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === "http:" ? "http" : "https",
    timeout: ASKING_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return stripe.paymentIntents.list({ limit: 1 }).then(
    () => undefined,
    (error: Error) => `Stripe does not take the key: ${error.message}`,
  );
}

async function paypalRefusal({ clientId, clientSecret, mode = "live" }: Readonly<Record<string, string>>) {
  const usual = mode === "sandbox" ? "https://api-m.sandbox.paypal.com" : "https://api-m.paypal.com";
  const answer = await fetch(`${process.env.PAYPAL_API_URL ?? usual}/v1/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
    signal: AbortSignal.timeout(ASKING_MS),
  });
  return answer.ok ? undefined : `PayPal does not take the keys: it answers ${answer.status}.`;
}
