import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { contexts, documentLoader } from "./contexts.ts";
import { refuseAliases } from "./document.ts";
import { type CheckName, idOf, isObject, type Json, listOf, quoted, Refusal } from "./verdict.ts";

/** A document without its proofs, and a proof of it. */
interface Signed {
  readonly unsigned: Json;
  /** One for all proofs of the document, as it hashes that once. */
  readonly suite: DataIntegrityProof;
  readonly proof: Json & { readonly verificationMethod: string };
}

/** A document without its proofs, and the proofs of its issuer that are judged: one, or more of the known kind. */
export interface SignedParts extends Signed {
  readonly others: readonly Signed[];
  /** The kinds of proofs beside them, which nobody looks at. */
  readonly unknown: readonly string[];
}

/** An Ed25519 key in Multikey's base58. */
export interface Key {
  readonly id: string;
  readonly controller: string;
  readonly publicKeyMultibase: string;
}

/**
 * Takes a document and its proof apart and refuses what cannot be verified before anybody is asked anything: other
 * contexts, no proof, other cryptosuites alone. Throws a `Refusal`.
 */
export function signedParts(document: Json, check: CheckName, what: string, ownTerms?: object): SignedParts {
  const refuse = (sentence: string) => new Refusal("malformed", check, sentence);
  const cannot = (sentence: string) => new Refusal("unreachable", check, sentence);
  const knownContexts = (part: Json) => {
    for (const context of listOf(part["@context"])) {
      if (typeof context !== "string") {
        if (ownTerms && JSON.stringify(ownTerms) === JSON.stringify(context)) continue;
        throw cannot(`${what} defines its own terms, which this verifier doesn’t accept.`);
      }
      if (!contexts.has(context))
        throw cannot(
          `${what} uses the context ${quoted(context)}, which this verifier doesn’t know and never fetches.`,
        );
    }
  };
  const parts = [document, ...refuseAliases(document, check, what)];
  if (parts.flatMap((part) => listOf(part["@context"])).length > CONTEXTS_MAX)
    throw cannot(`${what} names too many contexts.`);
  parts.forEach(knownContexts);
  const { proof: proofs, ...unsigned } = document;
  const all = listOf(proofs);
  if (all.length === 0) throw refuse(`${what} has no proof. No one signed it.`);
  if (all.length > PROOFS_MAX) throw cannot(`${what} has ${all.length} proofs. This verifier accepts ${PROOFS_MAX}.`);
  const own = all.filter((each) => isObject(each) && isKnown(each) && isBy(each, idOf(document.issuer)));
  const [proof, ...more] = own.length > 0 ? own : all;
  if (!isObject(proof)) throw refuse(`The proof of ${lowered(what)} isn’t an object.`);
  const suite = new DataIntegrityProof({ cryptosuite });
  const [first, ...others] = [proof, ...(own.length > 0 ? more : [])].filter(isObject).map((each) => ({
    unsigned,
    suite,
    proof: soundProof(each, refuse, cannot),
  }));
  const unknown = own.length > 0 ? all.filter((each) => !own.includes(each)).map(suiteOf) : [];
  return { ...first!, others, unknown };
}

/** More proofs than anybody puts on a credential. */
const PROOFS_MAX = 10;
/** Each costs the check as much as two hundred values. */
const CONTEXTS_MAX = 50;
const isKnown = ({ type, cryptosuite: suite }: Json) => type === "DataIntegrityProof" && suite === cryptosuite.name;
const isBy = ({ verificationMethod }: Json, issuer: string | undefined) =>
  String(verificationMethod).split("#", 1)[0] === issuer;
const suiteOf = (proof: unknown) => (isObject(proof) ? String(proof.cryptosuite ?? proof.type) : "unknown");

function soundProof(proof: Json, refuse: (why: string) => Refusal, cannot: (why: string) => Refusal) {
  const { type, cryptosuite: suite, proofPurpose, verificationMethod, proofValue } = proof;
  if (type !== "DataIntegrityProof" || suite !== cryptosuite.name)
    throw cannot(`The proof is of type ${quoted(suite ?? type)}. This verifier accepts only ${cryptosuite.name}.`);
  if (proofPurpose !== "assertionMethod") throw refuse("The proof isn’t meant for issuing credentials.");
  if (typeof verificationMethod !== "string" || !/^[^#]+#.+$|^did:key:z\w+$/.test(verificationMethod))
    throw refuse("The proof doesn’t name a key.");
  if (typeof proofValue !== "string" || !/^z[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(proofValue))
    throw refuse("The proof has no Ed25519 signature.");
  return { ...proof, verificationMethod };
}

const lowered = (what: string) => what.charAt(0).toLowerCase() + what.slice(1);

/** Throws a `Refusal` unless the key signed exactly this document: `altered`, or `malformed` where it has unknown terms. */
export async function refuseAltered({ unsigned, suite, proof }: Signed, key: Key, check: CheckName, what: string) {
  const method = { "@context": "https://w3id.org/security/multikey/v1", type: "Multikey", ...key };
  const { verified, error } = await suite.verifyProof({
    proof,
    document: unsigned,
    documentLoader: documentLoader(new Map([[proof.verificationMethod, method]])),
  });
  if (verified) return;
  if (error?.message === "Invalid signature.") {
    const why = "was changed after it was signed, or its signature was made for a different document";
    throw new Refusal("altered", check, `${what} ${why}.`);
  }
  throw new Refusal("malformed", check, `${what} contains ${unsoundPart(error)}, so its signature can’t be trusted.`);
}

/** What JSON-LD would not take, from the library's error. */
function unsoundPart(error: Error | undefined): string {
  if (error?.message.startsWith("Maximum deep iterations")) return "too many parts that nothing tells apart";
  const { details } = (error ?? {}) as { details?: { event?: { details?: { property?: string; id?: string } } } };
  const { property, id } = details?.event?.details ?? {};
  if (property !== undefined) return `${quoted(property)}, a term that its contexts don’t define`;
  return id === undefined ? "parts that aren’t valid JSON-LD" : `${quoted(id)}, which isn’t an ID`;
}
