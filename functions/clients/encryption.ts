import type { KMSClient } from "@aws-sdk/client-kms";
import type { EncryptionPurpose } from "../../shared/platform/environment.ts";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import { environment } from "../runtime/environment.ts";

/** What a text is encrypted for and whose it is: bound to the ciphertext, which opens for nothing and nobody else. */
export interface EncryptionContext {
  readonly purpose: EncryptionPurpose;
  /** The id of the person or organization the text belongs to. Appears in AWS's own logs: an id, never a secret. */
  readonly owner: string;
}

let client: KMSClient | undefined;
/** Loaded when a field is first encrypted: most calls of a handler that can do it do not. */
async function service() {
  const { DecryptCommand, EncryptCommand, KMSClient } = await import("@aws-sdk/client-kms");
  client ??= new KMSClient(clientTimeouts);
  return { kms: client, DecryptCommand, EncryptCommand };
}

/** Encrypts a short text (at most 4 KB) under the key for fields; the answer is base64 and safe to keep. */
export async function encrypt(text: string, { purpose, owner }: EncryptionContext): Promise<string> {
  const { kms, EncryptCommand } = await service();
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: environment("ENCRYPTION_KEY_ID"),
      Plaintext: new TextEncoder().encode(text),
      EncryptionContext: { purpose, owner },
    }),
  );
  return Buffer.from(CiphertextBlob!).toString("base64");
}

/** Opens what {@link encrypt} gave. Throws when it was encrypted for another purpose or owner, or tampered with. */
export async function decrypt(encrypted: string, { purpose, owner }: EncryptionContext): Promise<string> {
  const { kms, DecryptCommand } = await service();
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: environment("ENCRYPTION_KEY_ID"),
      CiphertextBlob: Buffer.from(encrypted, "base64"),
      EncryptionContext: { purpose, owner },
    }),
  );
  return new TextDecoder().decode(Plaintext);
}
