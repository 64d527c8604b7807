import type { Picture } from "./achievement.ts";
import { didOf } from "./addresses.ts";
import { credentialsContext, didContexts, openBadgesContext } from "./signed.ts";

/** What an organization says of itself. */
export interface OrganizationDetails {
  readonly organization_id: string;
  readonly name: string;
  /** An http(s) address, or empty. */
  readonly domain_url: string;
  readonly description: string;
  /** The path of the logo below the portal's origin, or empty. */
  readonly logo: string;
}

/** Who issues, as it stands in credentials. */
export interface Issuer {
  /** The organization's DID. */
  readonly id: string;
  readonly type: readonly ["Profile"];
  readonly name: string;
  readonly url?: string;
  readonly description?: string;
  readonly image?: Picture;
}

/** Who issues, as the object at an address of its own, which can be read by itself. */
export interface IssuerProfile extends Issuer {
  readonly "@context": readonly [typeof credentialsContext, typeof openBadgesContext];
}

/** Who issues, under the name that the certificate gives. */
export const issuerOf = (origin: string, { organization_id, ...details }: OrganizationDetails): Issuer => ({
  id: didOf(origin, organization_id),
  type: ["Profile"],
  name: details.name,
  ...(details.domain_url !== "" && { url: details.domain_url }),
  ...(details.description.trim() !== "" && { description: details.description }),
  ...(details.logo !== "" && { image: { id: origin + details.logo, type: "Image" as const } }),
});

/** The profile of an organization as it is published. */
export const issuerProfileOf = (origin: string, details: OrganizationDetails): IssuerProfile => ({
  "@context": [credentialsContext, openBadgesContext],
  ...issuerOf(origin, details),
});

/** A key of the stage. A retired one stays good for what it signed; a compromised one is good for nothing. */
export interface PublicKey {
  /** The key's name in DID documents, such as key-1. */
  readonly name: string;
  /** Multikey in base58: z6Mk… for Ed25519. */
  readonly publicKeyMultibase: string;
}

/** The document that an organization's DID leads to. */
export interface DidDocument {
  readonly "@context": typeof didContexts;
  readonly id: string;
  readonly verificationMethod: readonly {
    readonly id: string;
    readonly type: "Multikey";
    readonly controller: string;
    readonly publicKeyMultibase: string;
  }[];
  readonly assertionMethod: readonly string[];
}

/** The name under which an organization's DID document lists a key. */
export const verificationMethodOf = (origin: string, organization_id: string, { name }: Pick<PublicKey, "name">) =>
  `${didOf(origin, organization_id)}#${name}`;

/** An organization's DID document: every key that is good for what it signed, the oldest first. */
export function didDocumentOf(origin: string, organization_id: string, keys: readonly PublicKey[]): DidDocument {
  const did = didOf(origin, organization_id);
  const idOf = (key: PublicKey) => verificationMethodOf(origin, organization_id, key);
  return {
    "@context": didContexts,
    id: did,
    verificationMethod: keys.map((key) => ({
      id: idOf(key),
      type: "Multikey",
      controller: did,
      publicKeyMultibase: key.publicKeyMultibase,
    })),
    assertionMethod: keys.map(idOf),
  };
}
