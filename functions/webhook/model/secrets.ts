import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { decrypt, encrypt } from "../../clients/encryption.ts";
import type { StoredSecret } from "./endpoint-record.ts";

/** What signs for an endpoint: the key of an HMAC, and an ed25519 key as PKCS 8, in base64. */
interface Secret {
  readonly hmac: string;
  readonly ed25519: string;
}

const SECRET_BYTES = 32;
const PUBLIC_BYTES = 32;
/** Secrets that a warm function remembers, so that KMS is not asked for each delivery. */
const REMEMBERED_MAX = 200;

const contextOf = (endpoint_id: string) => ({ purpose: "webhook", owner: endpoint_id }) as const;

/** Makes secrets for an endpoint: what its receivers are given once, and what is kept. */
export async function newSecret(
  endpoint_id: string,
): Promise<{ readonly secret: string; readonly stored: StoredSecret }> {
  const hmac = randomBytes(SECRET_BYTES).toString("base64");
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const ed25519 = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
  const open = publicKey.export({ type: "spki", format: "der" }).subarray(-PUBLIC_BYTES).toString("base64");
  const sealed = await encrypt(JSON.stringify({ hmac, ed25519 } satisfies Secret), contextOf(endpoint_id));
  return { secret: `whsec_${hmac}`, stored: { sealed, public_key: `whpk_${open}` } };
}

const remembered = new Map<string, Secret>();

async function openSecret(endpoint_id: string, { sealed }: StoredSecret): Promise<Secret> {
  const known = remembered.get(sealed);
  if (known) return known;
  const secret = JSON.parse(await decrypt(sealed, contextOf(endpoint_id))) as Secret;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(sealed, secret);
  return secret;
}

/** What is signed of a delivery. */
export interface Signed {
  readonly id: string;
  /** Of this attempt, in epoch seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The signatures `v1` and `v1a` of one secret (Standard Webhooks). */
export function signaturesOf({ hmac, ed25519 }: Secret, { id, timestamp, body }: Signed): string[] {
  const text = `${id}.${timestamp}.${body}`;
  const key = createPrivateKey({ key: Buffer.from(ed25519, "base64"), type: "pkcs8", format: "der" });
  return [
    `v1,${createHmac("sha256", Buffer.from(hmac, "base64")).update(text).digest("base64")}`,
    `v1a,${sign(null, Buffer.from(text), key).toString("base64")}`,
  ];
}

/** The header `webhook-signature`: of each secret, the newest first, both signatures. */
export async function signatureHeader(
  endpoint_id: string,
  secrets: readonly StoredSecret[],
  signed: Signed,
): Promise<string> {
  const opened = await Promise.all(secrets.map((secret) => openSecret(endpoint_id, secret)));
  return opened.flatMap((secret) => signaturesOf(secret, signed)).join(" ");
}
