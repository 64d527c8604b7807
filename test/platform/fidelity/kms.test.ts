import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DecryptCommand, EncryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startKms } from "../../../bin/local/aws/kms.ts";
import type { LocalServer } from "../../../bin/local/server.ts";

const arn = (id: string) => `arn:aws:kms:us-east-1:123456789012:key/${id}`;
const [key, other] = [arn("fields"), arn("other")];
const bank = { purpose: "bank", owner: "usr_rita" };
const credentials = { accessKeyId: "local", secretAccessKey: "local" };
let directory: string;
let kms: LocalServer;
let sdk: KMSClient;

async function start() {
  kms = await startKms({ port: 0, file: join(directory, "keys.json"), keys: [key, other] });
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
test("what was encrypted before a restart still opens after it", async () => {
  const { CiphertextBlob } = await encrypt("kept");
  sdk.destroy();
  await kms.stop();
  await start();
  expect(textOf((await decrypt(CiphertextBlob!)).Plaintext)).toBe("kept");
});
