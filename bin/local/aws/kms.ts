import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { AwsRefusal, answerAwsJson, type LocalServer, requireSignature, serve } from "../server.ts";

/** Most bytes AWS encrypts at once. */
const PLAINTEXT_LIMIT_BYTES = 4096;
/** Most bytes AWS signs as they are. */
const MESSAGE_LIMIT_BYTES = 4096;
const ED25519 = "ECC_NIST_EDWARDS25519";

/** A key to serve: by default one that encrypts; one of Ed25519 signs. A disabled one refuses its work. */
export interface LocalKey {
  readonly arn: string;
  readonly spec?: string;
  readonly disabled?: boolean;
}

/** KMS on this machine. */
export interface LocalKms extends LocalServer {
  /** Serves these keys from now on: a deployment has added or disabled one. */
  open(keys: readonly LocalKey[]): void;
}
const [IV_BYTES, TAG_BYTES] = [12, 16];

/**
 * Starts KMS as far as functions need it: Encrypt and Decrypt with symmetric keys, Sign and GetPublicKey with keys of
 * Ed25519. What one key and encryption context closed opens with no other, as in AWS. The keys' material is kept in `file`.
 */
export async function startKms(options: { port: number; file: string; keys: readonly LocalKey[] }): Promise<LocalKms> {
  const { file } = options;
  let { keys } = options;
  let materials = materialsOf({ file, keys });
  const signs = (arn: string) => keys.some((key) => key.arn === arn && key.spec === ED25519);
  /** The key of an id, for a use: a disabled key has none, and each key only the one it was made for. */
  const find = (id: string, use: "encrypt" | "sign", operation = "") => {
    const arn = [...materials.keys()].find((each) => each === id || each.endsWith(`/${id}`));
    if (arn === undefined) throw new AwsRefusal("NotFoundException", `Key '${id}' does not exist`);
    if (signs(arn) !== (use === "sign")) {
      const usage = signs(arn) ? "SIGN_VERIFY" : "ENCRYPT_DECRYPT";
      throw new AwsRefusal(
        "InvalidKeyUsageException",
        `${arn} key usage is ${usage} which is not valid for ${operation}.`,
      );
    }
    if (keys.some((key) => key.arn === arn && key.disabled))
      throw new AwsRefusal("DisabledException", `${arn} is disabled.`);
    return arn;
  };
  const work: Record<string, (input: Input) => object> = {
    Encrypt({ KeyId = "", Plaintext = "", EncryptionContext }) {
      const arn = find(KeyId, "encrypt", "Encrypt");
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
      const wanted = KeyId === undefined ? undefined : find(KeyId, "encrypt", "Decrypt");
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
    GetPublicKey({ KeyId = "" }) {
      const arn = find(KeyId, "sign", "GetPublicKey");
      const der = createPublicKey(privateKeyOf(materials.get(arn)!)).export({ format: "der", type: "spki" });
      return {
        KeyId: arn,
        PublicKey: der.toString("base64"),
        KeySpec: ED25519,
        KeyUsage: "SIGN_VERIFY",
        SigningAlgorithms: ["ED25519_PH_SHA_512", "ED25519_SHA_512"],
      };
    },
    Sign({ KeyId = "", Message = "", MessageType = "RAW", SigningAlgorithm = "" }) {
      const arn = find(KeyId, "sign", "Sign");
      const message = Buffer.from(Message, "base64");
      if (message.length === 0 || message.length > MESSAGE_LIMIT_BYTES) {
        throw new AwsRefusal(
          "ValidationException",
          "1 validation error detected: Value at 'message' failed to satisfy constraint: Member must have length less than or equal to 4096, and greater than or equal to 1",
        );
      }
      if (SigningAlgorithm !== "ED25519_SHA_512") {
        throw new AwsRefusal(
          "InvalidKeyUsageException",
          `Algorithm ${SigningAlgorithm} and key spec ${ED25519} are incompatible.`,
        );
      }
      if (MessageType !== "RAW") {
        throw new AwsRefusal(
          "ValidationException",
          `Algorithm ${SigningAlgorithm} is not compatible with message type ${MessageType}.`,
        );
      }
      const signature = sign(null, message, privateKeyOf(materials.get(arn)!)).toString("base64");
      return { KeyId: arn, Signature: signature, SigningAlgorithm };
    },
  };
  const server = await serve(options.port, (request, response) =>
    answerAwsJson(request, response, (operation, input) => {
      requireSignature(request);
      const answer = work[operation];
      if (answer === undefined) {
        throw new AwsRefusal("UnsupportedOperationException", `The local cloud does not answer ${operation}.`);
      }
      return answer(input);
    }),
  );
  return {
    ...server,
    open(now) {
      keys = now;
      materials = materialsOf({ file, keys });
    },
  };
}

interface Input {
  readonly KeyId?: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
  readonly Message?: string;
  readonly MessageType?: string;
  readonly SigningAlgorithm?: string;
}

const pkcs8 = { format: "der", type: "pkcs8" } as const;
const privateKeyOf = (material: Buffer): KeyObject => createPrivateKey({ key: material, ...pkcs8 });

/** What was encrypted must open after the next start: each key's material is made once and kept. */
function materialsOf({ file, keys }: { file: string; keys: readonly LocalKey[] }): Map<string, Buffer> {
  const kept: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  for (const { arn, spec } of keys) {
    const made = () => (spec === ED25519 ? generateKeyPairSync("ed25519").privateKey.export(pkcs8) : randomBytes(32));
    kept[arn] ??= made().toString("base64");
  }
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  return new Map(Object.entries(kept).map(([arn, material]) => [arn, Buffer.from(material, "base64")]));
}

/** The order of a context's names does not count. */
const contextOf = (context: Readonly<Record<string, string>> = {}) =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([one], [other]) => (one < other ? -1 : 1))));

/** AWS says no more than this, whatever was wrong. */
const invalidCiphertext = () => new AwsRefusal("InvalidCiphertextException", "");
