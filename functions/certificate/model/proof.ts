import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { fromJwk } from "@digitalbazaar/ed25519-multikey";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { issue } from "@digitalbazaar/vc";
import type { DateTime, Proof, Signed } from "../../../shared/certificate/signed.ts";
import { documentLoader } from "../../../shared/certificate/verify/contexts.ts";
import type { Signer } from "../../clients/signing.ts";

/** What a document is signed with: the key under the name by which its issuer's DID document lists it, and since when. */
export interface Signing {
  readonly signer: Signer;
  readonly verificationMethod: string;
  readonly created: DateTime;
}

const load = documentLoader();

/**
 * A document with its proof. Only the contexts that are bundled are known; a term that they do not have is refused, so
 * that everything in the document is signed. The same document, key and time give the same proof.
 */
export async function signed<Document extends object>(
  document: Document,
  { signer, verificationMethod, created }: Signing,
): Promise<Signed<Document>> {
  const suite = new DataIntegrityProof({
    cryptosuite,
    date: created,
    signer: { id: verificationMethod, algorithm: "Ed25519", sign: ({ data }) => signer.sign(data) },
  });
  const { proof, ...rest } = await issue({
    credential: structuredClone(document),
    suite,
    documentLoader: load,
    now: created,
  });
  return { ...(rest as unknown as Document), proof: [proof as unknown as Proof] };
}

/** A raw public key of Ed25519 as DID documents write it: z6Mk… */
export async function publicKeyMultibaseOf(key: Uint8Array): Promise<string> {
  const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(key).toString("base64url") };
  return (await fromJwk({ jwk })).publicKeyMultibase;
}
