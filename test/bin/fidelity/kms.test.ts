import { createPublicKey, verify } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DecryptCommand, EncryptCommand, GetPublicKeyCommand, KMSClient, SignCommand } from "@aws-sdk/client-kms";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startKms } from "../../../bin/local/aws/kms.ts";
import type { LocalServer } from "../../../bin/local/server.ts";

const arn = (id: string) => `arn:aws:kms:us-east-1:123456789012:key/${id}`;
const [key, other] = [arn("fields"), arn("other")];
const [signing, disabled] = [arn("signing"), arn("disabled")];
const spec = "ECC_NIST_EDWARDS25519";
const bank = { purpose: "bank", owner: "usr_rita" };
const credentials = { accessKeyId: "local", secretAccessKey: "local" };
let directory: string;
let kms: LocalServer;
let sdk: KMSClient;

const keys = [{ arn: key }, { arn: other }, { arn: signing, spec }, { arn: disabled, spec, disabled: true }];

async function start() {
  kms = await startKms({ port: 0, file: join(directory, "keys.json"), keys });
  sdk = new KMSClient({ endpoint: kms.url, region: "us-east-1", credentials, maxAttempts: 1 });
}
beforeAll(async () => {
  mkdirSync(".cache", { recursive: true });
  directory = mkdtempSync(".cache/fidelity-kms-");
  await start();
});
afterAll(async () => {
  sdk.destroy();
  await kms.stop();
  rmSync(directory, { recursive: true });
});

const encrypt = (text: string, EncryptionContext: Record<string, string> = bank, KeyId = key) =>
  sdk.send(new EncryptCommand({ KeyId, Plaintext: Buffer.from(text), EncryptionContext }));
const decrypt = (CiphertextBlob: Uint8Array, EncryptionContext: Record<string, string> = bank, KeyId?: string) =>
  sdk.send(new DecryptCommand({ CiphertextBlob, EncryptionContext, ...(KeyId && { KeyId }) }));
const textOf = (plain: Uint8Array | undefined) => Buffer.from(plain!).toString();

test("what was encrypted opens with the same context in any order, with or without naming the key", async () => {
  const { CiphertextBlob, KeyId } = await encrypt("000123456789");
  expect(KeyId).toBe(key);
  expect(Buffer.from(CiphertextBlob!).toString("latin1")).not.toContain("000123456789");
  expect(textOf((await decrypt(CiphertextBlob!)).Plaintext)).toBe("000123456789");
  const turned = { owner: bank.owner, purpose: bank.purpose };
  expect(textOf((await decrypt(CiphertextBlob!, turned, key)).Plaintext)).toBe("000123456789");
});
test("the same text is never encrypted the same way twice", async () => {
  const [one, two] = [await encrypt("again"), await encrypt("again")];
  expect(one.CiphertextBlob).not.toEqual(two.CiphertextBlob);
});

test.each([
  ["another owner", { ...bank, owner: "usr_ray" }],
  ["another purpose", { ...bank, purpose: "badgr" }],
  ["no context", {}],
  ["one name too many", { ...bank, more: "1" }],
])("it does not open with %s", async (_, context) => {
  const { CiphertextBlob } = await encrypt("secret");
  await expect(decrypt(CiphertextBlob!, context)).rejects.toMatchObject({ name: "InvalidCiphertextException" });
});
test("it does not open once a single bit was changed, nor with another key", async () => {
  const { CiphertextBlob } = await encrypt("secret");
  const bent = Uint8Array.from(CiphertextBlob!);
  bent[bent.length - 1]! ^= 1;
  await expect(decrypt(bent)).rejects.toMatchObject({ name: "InvalidCiphertextException" });
  await expect(decrypt(Buffer.from("nonsense"))).rejects.toMatchObject({ name: "InvalidCiphertextException" });
  await expect(decrypt(CiphertextBlob!, bank, other)).rejects.toMatchObject({ name: "IncorrectKeyException" });
});
test("an unknown key, too long a text and an unsigned request are refused", async () => {
  await expect(encrypt("x", bank, arn("nobody"))).rejects.toMatchObject({ name: "NotFoundException" });
  await expect(encrypt("x".repeat(4097))).rejects.toMatchObject({ name: "ValidationException" });
  const headers = { "x-amz-target": "TrentService.Encrypt", "content-type": "application/x-amz-json-1.1" };
  const unsigned = await fetch(kms.url, { method: "POST", headers, body: JSON.stringify({ KeyId: key }) });
  expect(await unsigned.json()).toMatchObject({ __type: "MissingAuthenticationTokenException" });
});
const signed = (message: Uint8Array, options: Partial<SignCommand["input"]> = {}) =>
  sdk.send(
    new SignCommand({
      KeyId: signing,
      Message: message,
      MessageType: "RAW",
      SigningAlgorithm: "ED25519_SHA_512",
      ...options,
    }),
  );
const publicKey = async () => {
  const { PublicKey } = await sdk.send(new GetPublicKeyCommand({ KeyId: signing }));
  return createPublicKey({ key: Buffer.from(PublicKey!), format: "der", type: "spki" });
};

test("what an Ed25519 key signs verifies with its public key, and is the same every time", async () => {
  const message = Buffer.from("64 bytes, or up to 4096");
  const [one, two] = [await signed(message), await signed(message)];
  expect(one.Signature).toEqual(two.Signature);
  expect(verify(null, message, await publicKey(), one.Signature!)).toBe(true);
  expect(verify(null, Buffer.from("another"), await publicKey(), one.Signature!)).toBe(false);
});
test.each([
  ["a key that encrypts", { KeyId: key }, "InvalidKeyUsageException"],
  ["a disabled key", { KeyId: disabled }, "DisabledException"],
  ["an unknown key", { KeyId: arn("nobody") }, "NotFoundException"],
  ["another algorithm", { SigningAlgorithm: "ECDSA_SHA_256" as const }, "InvalidKeyUsageException"],
  ["a digest in place of the message", { MessageType: "DIGEST" as const }, "ValidationException"],
  ["more than 4096 bytes", { Message: Buffer.alloc(4097) }, "ValidationException"],
])("nothing is signed with %s", async (_, options, name) => {
  await expect(signed(Buffer.from("message"), options)).rejects.toMatchObject({ name });
});
test("a key that signs encrypts nothing, and one that encrypts has no public key", async () => {
  await expect(encrypt("x", bank, signing)).rejects.toMatchObject({ name: "InvalidKeyUsageException" });
  const asking = sdk.send(new GetPublicKeyCommand({ KeyId: key }));
  await expect(asking).rejects.toMatchObject({ name: "InvalidKeyUsageException" });
});

test("what was encrypted before a restart still opens after it, and a signing key stays the same", async () => {
  const { CiphertextBlob } = await encrypt("kept");
  const before = (await publicKey()).export({ format: "jwk" });
  sdk.destroy();
  await kms.stop();
  await start();
  expect(textOf((await decrypt(CiphertextBlob!)).Plaintext)).toBe("kept");
  expect((await publicKey()).export({ format: "jwk" })).toEqual(before);
});
