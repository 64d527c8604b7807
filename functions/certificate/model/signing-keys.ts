import type { PublicKey } from "../../../shared/certificate/issuer.ts";
import type { SigningKey } from "../../../shared/platform/environment.ts";
import { kmsSigner, type Signer } from "../../clients/signing.ts";
import { environment } from "../../runtime/environment.ts";
import { publicKeyMultibaseOf } from "./proof.ts";

/** A key that signs, or has signed what is still good. */
export interface GoodKey extends PublicKey {
  readonly signer: Signer;
}

/** The keys of the stage, the oldest first, and the one that signs now. */
export interface Keys {
  readonly good: readonly GoodKey[];
  readonly current: GoodKey;
}

/** Read once per running function: a changed setting starts a new one. */
const known = new Map<string, Promise<Keys | undefined>>();

/** The stage's keys; undefined where it signs nothing, as it has no address of its own. */
export function signingKeys(): Promise<Keys | undefined> {
  const setting = environment("SIGNING_KEYS");
  const reading = known.get(setting) ?? readKeys(JSON.parse(setting));
  known.set(setting, reading);
  reading.catch(() => known.delete(setting));
  return reading;
}

async function readKeys(all: readonly SigningKey[]): Promise<Keys | undefined> {
  const good = await Promise.all(
    all
      .filter(({ state }) => state !== "compromised")
      .map(async ({ name, keyId }) => {
        const signer = kmsSigner(keyId);
        return { name, signer, publicKeyMultibase: await publicKeyMultibaseOf(await signer.publicKey()) };
      }),
  );
  const name = all.findLast(({ state }) => state === "active")?.name;
  const current = good.find((key) => key.name === name);
  if (current === undefined && all.length > 0) throw new Error("None of the keys that sign certificates is active.");
  return current && { good, current };
}
