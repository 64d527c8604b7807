import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { AwsRefusal, answerAwsJson, type LocalServer, requireSignature, serve } from "../server.ts";

/** Most bytes AWS encrypts at once. */
const PLAINTEXT_LIMIT_BYTES = 4096;
const [IV_BYTES, TAG_BYTES] = [12, 16];

/**
 * Starts KMS as far as functions need it: Encrypt and Decrypt with symmetric keys. What one key and encryption context
 * closed opens with no other, as in AWS. `keys` are their ARNs; their material is kept in `file`.
 */
export async function startKms(options: { port: number; file: string; keys: readonly string[] }): Promise<LocalServer> {
  const materials = materialsOf(options);
  const find = (id: string) => {
    const arn = [...materials.keys()].find((each) => each === id || each.endsWith(`/${id}`));
    if (arn === undefined) throw new AwsRefusal("NotFoundException", `Key '${id}' does not exist`);
    return arn;
  };
  const work: Record<string, (input: Input) => object> = {
    Encrypt({ KeyId = "", Plaintext = "", EncryptionContext }) {
      const arn = find(KeyId);
      const plain = Buffer.from(Plaintext, "base64");
      if (plain.length === 0 || plain.length > PLAINTEXT_LIMIT_BYTES) {
        throw new AwsRefusal(
          "ValidationException",
          "1 validation error detected: Value at 'plaintext' failed to satisfy constraint: Member must have length less than or equal to 4096, and greater than or equal to 1",
        );
      }
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", materials.get(arn)!, iv).setAAD(contextOf(EncryptionContext));
      const closed = Buffer.concat([cipher.update(plain), cipher.final()]);
      const name = Buffer.from(arn);
      const blob = Buffer.concat([Buffer.from([name.length]), name, iv, cipher.getAuthTag(), closed]);
      return { CiphertextBlob: blob.toString("base64"), KeyId: arn, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" };
    },
    Decrypt({ KeyId, CiphertextBlob = "", EncryptionContext }) {
      const wanted = KeyId === undefined ? undefined : find(KeyId);
      const blob = Buffer.from(CiphertextBlob, "base64");
      const body = blob.subarray(1 + (blob[0] ?? 0));
      const arn = blob.subarray(1, 1 + (blob[0] ?? 0)).toString();
      const material = materials.get(arn);
      if (material === undefined || body.length < IV_BYTES + TAG_BYTES) throw invalidCiphertext();
      if (wanted !== undefined && wanted !== arn) {
        throw new AwsRefusal(
          "IncorrectKeyException",
          "The key ID in the request does not identify a CMK that can perform this operation.",
        );
      }
      const decipher = createDecipheriv("aes-256-gcm", material, body.subarray(0, IV_BYTES))
        .setAAD(contextOf(EncryptionContext))
        .setAuthTag(body.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const plain = Buffer.concat([decipher.update(body.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
        return { Plaintext: plain.toString("base64"), KeyId: arn, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" };
      } catch {
        throw invalidCiphertext();
      }
    },
  };
  return serve(options.port, (request, response) =>
    answerAwsJson(request, response, (operation, input) => {
      requireSignature(request);
      const answer = work[operation];
      if (answer === undefined) {
        throw new AwsRefusal("UnsupportedOperationException", `The local cloud does not answer ${operation}.`);
      }
      return answer(input);
    }),
  );
}

interface Input {
  readonly KeyId?: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
}

/** What was encrypted must open after the next start: each key's material is made once and kept. */
function materialsOf({ file, keys }: { file: string; keys: readonly string[] }): Map<string, Buffer> {
  const kept: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  for (const arn of keys) kept[arn] ??= randomBytes(32).toString("base64");
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  return new Map(Object.entries(kept).map(([arn, material]) => [arn, Buffer.from(material, "base64")]));
}

/** The order of a context's names does not count. */
const contextOf = (context: Readonly<Record<string, string>> = {}) =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([one], [other]) => (one < other ? -1 : 1))));

/** AWS says no more than this, whatever was wrong. */
const invalidCiphertext = () => new AwsRefusal("InvalidCiphertextException", "");
