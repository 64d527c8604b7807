import { gzipSync } from "node:zlib";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { type Ed25519Key, generate } from "@digitalbazaar/ed25519-multikey";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { issue } from "@digitalbazaar/vc";
import { credentialsContext, openBadgesContext } from "../../../shared/certificate/signed.ts";
import { bitsOf, type RevocationCode, statusListOf, statusNoticeOf } from "../../../shared/certificate/status-list.ts";
import { type Ask, NoAnswer } from "../../../shared/certificate/verify/ask.ts";
import { documentLoader } from "../../../shared/certificate/verify/contexts.ts";

export type Json = Record<string, unknown>;

/** An issuer with a key of its own and the documents its host serves; every request is written down. */
export interface LocalIssuer {
  readonly host: string;
  readonly did: string;
  readonly key: Ed25519Key;
  /** What the host serves, by address. */
  readonly site: Map<string, unknown>;
  /** An unsigned credential with a status entry. */
  credential(changes?: Json): Json;
  /** Signs with the issuer's key, as an array of one proof; a proof it has is replaced. */
  sign(document: object, signing?: { key?: Ed25519Key; created?: string }): Promise<Json>;
  /** Serves a status list in which these indexes are set. */
  publishList(set: readonly number[], changes?: { list?: Json; subject?: Json; sign?: LocalIssuer }): Promise<void>;
  /** Serves the notice that says when and why the credential's bit was set. */
  publishNotice(
    revokedOn: string,
    code: RevocationCode,
    changes?: { replacement_id?: string; subject?: Json; sign?: LocalIssuer },
  ): Promise<void>;
}

export const statusIndex = 4711;

/** Makes an issuer; the same `seed` makes the same key. */
export async function localIssuer({
  host = "badges.example.org",
  name = "acme",
  seed = 1,
  scheme = "https",
}: {
  host?: string;
  scheme?: "http" | "https";
  name?: string;
  seed?: number;
} = {}): Promise<LocalIssuer> {
  const origin = `${scheme}://${host}`;
  const did = `did:web:${encodeURIComponent(host)}:issuers:${name}`;
  const key = await generate({ id: `${did}#key-1`, controller: did, seed: new Uint8Array(32).fill(seed) });
  const list_id = `${name}-1`;
  const listUrl = `${origin}/status/${list_id}.json`;
  const noticeUrl = `${origin}/status/${list_id}/${statusIndex}.json`;
  const credentialUrl = `${origin}/c/5f1f3f9d8b7c4f0f9a3f2f6f1d2e3c4b.json`;
  const site = new Map<string, unknown>([[`${origin}/issuers/${name}/did.json`, didDocument(did, [key])]]);

  const issuer: LocalIssuer = {
    host,
    did,
    key,
    site,
    credential: (changes = {}) => ({ ...sample(origin, did, credentialUrl, listUrl), ...changes }),
    async sign(document, { key: signingKey = key, created = "2026-03-01T12:00:00Z" } = {}) {
      const suite = new DataIntegrityProof({ cryptosuite, signer: signingKey.signer(), date: created });
      const { proof: _, ...unsigned } = structuredClone(document) as Json;
      const now = (unsigned.validFrom as string | undefined) ?? created;
      const { proof, ...signed } = await issue({
        credential: unsigned,
        suite,
        documentLoader: documentLoader(),
        now,
      });
      return { ...signed, proof: [proof] };
    },
    async publishList(set, { list = {}, subject = {}, sign = issuer } = {}) {
      const details = {
        organization_id: name,
        list_id,
        publishedOn: "2026-04-01T00:00:00Z",
        gzipped: gzipSync(bitsOf(set)),
      };
      const { validUntil: _, ...document } = statusListOf(origin, details); // other issuers' lists need have no end
      const { credentialSubject } = document;
      const changed = {
        ...document,
        issuer: sign.did,
        credentialSubject: { ...credentialSubject, ...subject },
        ...list,
      };
      site.set(listUrl, await sign.sign(changed));
    },
    async publishNotice(revokedOn, code, { replacement_id, subject = {}, sign = issuer } = {}) {
      const details = { organization_id: name, list_id, index: statusIndex, code, revokedOn };
      const document = statusNoticeOf(origin, { ...details, ...(replacement_id && { replacement_id }) });
      const { credentialSubject } = document;
      const changed = { ...document, issuer: sign.did, credentialSubject: { ...credentialSubject, ...subject } };
      site.set(noticeUrl, await sign.sign(changed));
    },
  };
  await issuer.publishList([]);
  return issuer;
}

export const didDocumentUrl = (host: string, name: string): string => `https://${host}/issuers/${name}/did.json`;

/** A DID document in which these keys may sign. */
export const didDocument = (did: string, keys: readonly Ed25519Key[], listed = keys): Json => ({
  "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
  id: did,
  verificationMethod: keys.map(({ id, publicKeyMultibase }) => ({
    id,
    type: "Multikey",
    controller: did,
    publicKeyMultibase,
  })),
  assertionMethod: listed.map(({ id }) => id),
});

const sample = (origin: string, did: string, id: string, listUrl: string): Json => ({
  "@context": [credentialsContext, openBadgesContext],
  id,
  type: ["VerifiableCredential", "OpenBadgeCredential"],
  name: "Inquiry in the classroom",
  issuer: { id: did, type: ["Profile"], name: "Northwind College" },
  validFrom: "2026-03-01T12:00:00Z",
  awardedDate: "2026-03-01T12:00:00Z",
  credentialSubject: {
    id: "urn:uuid:7d1c3d57-6f8e-4f0e-9e66-5f3a9d3b7f10",
    type: ["AchievementSubject"],
    identifier: [
      { type: "IdentityObject", hashed: false, identityHash: "Lena Larsson", identityType: "name", salt: "not-used" },
    ],
    achievement: {
      id: `${origin}/achievements/inquiry-2`,
      type: ["Achievement"],
      achievementType: "MicroCredential",
      name: "Inquiry in the classroom",
      description: "Plans and leads an inquiry with a class.",
      criteria: { narrative: "Two sections, judged by a rubric." },
      version: "2",
      resultDescription: [
        {
          id: `${origin}/achievements/inquiry-2#criterion-1`,
          type: ["ResultDescription"],
          name: "Asks a question that can be investigated",
          resultType: "RubricCriterionLevel",
          requiredLevel: `${origin}/achievements/inquiry-2#criterion-1-achieved`,
          rubricCriterionLevel: [
            {
              id: `${origin}/achievements/inquiry-2#criterion-1-achieved`,
              type: ["RubricCriterionLevel"],
              name: "Achieved",
              description: "The question leads to an investigation.",
              points: "2",
            },
            {
              id: `${origin}/achievements/inquiry-2#criterion-1-missed`,
              type: ["RubricCriterionLevel"],
              name: "Not achieved",
              description: "The question can be answered at once.",
              points: "0",
            },
          ],
        },
        {
          id: `${origin}/achievements/inquiry-2#total`,
          type: ["ResultDescription"],
          name: "Total",
          resultType: "RubricScore",
          valueMin: "2",
          valueMax: "4",
        },
      ],
    },
    result: [
      {
        type: ["Result"],
        resultDescription: `${origin}/achievements/inquiry-2#criterion-1`,
        achievedLevel: `${origin}/achievements/inquiry-2#criterion-1-achieved`,
      },
      { type: ["Result"], resultDescription: `${origin}/achievements/inquiry-2#total`, value: "4" },
    ],
  },
  credentialStatus: {
    id: `${listUrl}#${statusIndex}`,
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: String(statusIndex),
    statusListCredential: listUrl,
  },
});

/** Asks what these issuers serve, as a browser would; `asked` are the addresses in order. */
export function askOf(...issuers: readonly LocalIssuer[]): { ask: Ask; asked: string[] } {
  const asked: string[] = [];
  const ask: Ask = async (url) => {
    asked.push(url);
    const { site } = issuers.find(({ host }) => new URL(url).host === host) ?? {};
    if (!site) throw new NoAnswer(`${new URL(url).host} did not answer`);
    const document = site.get(url);
    const text = typeof document === "string" ? document : JSON.stringify(document ?? {});
    return { status: document === undefined ? 404 : 200, bytes: new TextEncoder().encode(text) };
  };
  return { ask, asked };
}
