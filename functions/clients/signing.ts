import { createPublicKey } from "node:crypto";
import type { KMSClient } from "@aws-sdk/client-kms";
import { clientTimeouts } from "../runtime/client-timeouts.ts";

/** What signs: a key that never leaves where it is kept. Both are bytes as Ed25519 has them: 32 and 64. */
export interface Signer {
  publicKey(): Promise<Uint8Array>;
  sign(data: Uint8Array): Promise<Uint8Array>;
}

let client: KMSClient | undefined;
/** Loaded when something is first signed. */
async function service() {
  const { GetPublicKeyCommand, KMSClient, SignCommand } = await import("@aws-sdk/client-kms");
  client ??= new KMSClient(clientTimeouts);
  return { kms: client, GetPublicKeyCommand, SignCommand };
}

const RAW_KEY_BYTES = 32;

/** An Ed25519 key of KMS, by its ARN. */
export const kmsSigner = (KeyId: string): Signer => ({
  async publicKey() {
    const { kms, GetPublicKeyCommand } = await service();
    const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }));
    const key = createPublicKey({ key: Buffer.from(PublicKey!), format: "der", type: "spki" });
    if (key.asymmetricKeyType !== "ed25519") throw new Error(`The key ${KeyId} is no key of Ed25519.`);
    return Buffer.from(PublicKey!).subarray(-RAW_KEY_BYTES);
  },
  async sign(data) {
    const { kms, SignCommand } = await service();
    const { Signature } = await kms.send(
      new SignCommand({ KeyId, Message: data, MessageType: "RAW", SigningAlgorithm: "ED25519_SHA_512" }),
    );
    return Signature!;
  },
});
