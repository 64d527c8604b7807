import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import { clock } from "../runtime/clock.ts";

const KEPT_MS = 5 * 60_000;

let client: SecretsManagerClient | undefined;
const kept = new Map<string, { value: Promise<string>; until: number }>();

/** Reads a secret's text, at most five minutes old, so that a rotated one is in use soon. */
export function readSecret(name: string): Promise<string> {
  const known = kept.get(name);
  if (known && known.until > clock.now()) return known.value;
  const value = fetchSecret(name);
  kept.set(name, { value, until: clock.now() + KEPT_MS });
  value.catch(() => kept.delete(name));
  return value;
}

/** Loaded with the first secret: most calls that may ask a provider do not. */
async function fetchSecret(name: string): Promise<string> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import("@aws-sdk/client-secrets-manager");
  client ??= new SecretsManagerClient(clientTimeouts);
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
  if (SecretString === undefined) throw new Error(`The secret ${name} has no text.`);
  return SecretString;
}
