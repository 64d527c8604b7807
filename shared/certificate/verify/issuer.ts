import { allowedAddress, didDocumentAddress } from "./address.ts";
import type { Documents } from "./documents.ts";
import type { Key } from "./signature.ts";
import { idOf, isObject, type Json, listOf, quoted, Refusal } from "./verdict.ts";

const what = "The issuer’s list of keys";
const isEd25519 = (key: unknown): key is string =>
  typeof key === "string" && /^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/.test(key);

/** The key that a proof names, and what may be said of who has it. */
export interface IssuerKey {
  readonly key: Key;
  /** The host that vouches for the key; undefined where the key vouches for itself and nobody else does. */
  readonly host?: string;
}

/** The address that says which keys an issuer has; undefined where the id itself is the key. Throws a `Refusal`. */
export function keysAddress(issuer: string, documents: Pick<Documents, "rules">): URL | undefined {
  if (issuer.startsWith("did:web:")) return didDocumentAddress(issuer, documents.rules);
  if (issuer.startsWith("did:key:")) return undefined;
  if (/^https?:/i.test(issuer)) return allowedAddress(issuer, documents.rules, "issuer");
  throw new Refusal(
    "unreachable",
    "issuer",
    `The issuer ${quoted(issuer)} is of a type that this verifier can’t look up.`,
  );
}

/**
 * The key that signed, as the issuer's own document lists it for assertions. A key that only the proof names is nobody's:
 * whoever wrote the proof chose it. Throws a `Refusal` (`wrong-key`, `unreachable`, `malformed`).
 */
export async function issuerKey(issuer: string, verificationMethod: string, documents: Documents): Promise<IssuerKey> {
  const wrong = (sentence: string) => new Refusal("wrong-key", "issuer", sentence);
  const [controller = "", fragment = controller.replace("did:key:", "")] = verificationMethod.split("#");
  if (controller !== issuer)
    throw wrong(`It was signed with a key of ${quoted(controller)}, not of its issuer ${quoted(issuer)}.`);
  const address = keysAddress(issuer, documents);
  if (!address) return { key: ownKey(issuer, verificationMethod, fragment) };
  const document = await documents.read(address.href, "issuer", what);
  if (document.id !== issuer) throw wrong(`The list of keys at ${address.host} belongs to someone else.`);
  const isThis = (value: unknown) => {
    const id = idOf(value);
    return id === verificationMethod || id === `#${fragment}`;
  };
  const authorized = listOf(document.assertionMethod).find(isThis);
  if (authorized === undefined) throw wrong(`${address.host} doesn’t list the key it was signed with.`);
  const method = isObject(authorized) ? authorized : listOf(document.verificationMethod).find(isThis);
  return { key: listedKey(method, issuer, verificationMethod, address.host), host: address.host };
}

function listedKey(method: unknown, issuer: string, id: string, host: string): Key {
  const { type, controller, publicKeyMultibase, revoked }: Json = isObject(method) ? method : {};
  if (controller !== issuer)
    throw new Refusal("wrong-key", "issuer", `The key at ${host} belongs to someone other than the issuer.`);
  if (revoked !== undefined) throw new Refusal("wrong-key", "issuer", `${host} says that the key is revoked.`);
  if ((type !== "Multikey" && type !== "Ed25519VerificationKey2020") || !isEd25519(publicKeyMultibase))
    throw new Refusal("wrong-key", "issuer", `The key at ${host} isn’t the right type for this signature.`);
  return { id, controller: issuer, publicKeyMultibase };
}

function ownKey(issuer: string, id: string, fragment: string): Key {
  const publicKeyMultibase = issuer.slice("did:key:".length);
  if (!isEd25519(publicKeyMultibase) || fragment !== publicKeyMultibase)
    throw new Refusal("wrong-key", "issuer", "The issuer’s ID isn’t a key of the right type for this signature.");
  return { id, controller: issuer, publicKeyMultibase };
}
