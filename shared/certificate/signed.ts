/** The contexts that what we sign names, in this order. */
export const credentialsContext = "https://www.w3.org/ns/credentials/v2";
export const openBadgesContext = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json";
/** The contexts of DID documents. */
export const didContexts = ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"] as const;

/** A moment with its zone, such as 2026-11-21T04:05:07Z. */
export type DateTime = string;

/** A Data Integrity proof of the cryptosuite that everything of ours is signed with. */
export interface Proof {
  readonly type: "DataIntegrityProof";
  readonly cryptosuite: "eddsa-rdfc-2022";
  readonly created: DateTime;
  /** A key of the issuer's DID document. */
  readonly verificationMethod: string;
  readonly proofPurpose: "assertionMethod";
  /** Base58 with a leading z. */
  readonly proofValue: string;
}

/** A document with its proof: a list of one, as the Open Badges schema wants it. */
export type Signed<Document> = Document & { readonly proof: readonly [Proof] };
