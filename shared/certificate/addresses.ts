/**
 * Where the signed things of a portal are. `origin` is the portal's, such as https://laurel.example.org. The address of a
 * credential is its id, for ever.
 */

/** The first parts of the addresses below: each is a folder of the bucket of signed things. */
export const signedFolders = ["c", "issuers", "achievements", "status", "contexts"] as const;

/** The page that people read of a certificate, below the portal's origin. */
export const certificatePath = (certificate_id: string): string => `/c/${certificate_id}`;

/** The object that holds a certificate's credential, below the portal's origin. */
export const credentialPath = (certificate_id: string): string => `/c/${certificate_id}.json`;

/** The picture that is shown where a certificate's address is posted. */
export const previewPath = (certificate_id: string): string => `/c/${certificate_id}.png`;

/** The DID document of an organization. */
export const didDocumentPath = (organization_id: string): string => `/issuers/${organization_id}/did.json`;

/** Who an organization says it is. */
export const issuerProfilePath = (organization_id: string): string => `/issuers/${organization_id}/profile.json`;

/** What is earned by a revision of a credential. */
export const achievementPath = (cred_id: string, revision: number): string =>
  `/achievements/${cred_id}/${revision}.json`;

/** A list that says which certificates are no longer good. */
export const statusListPath = (list_id: string): string => `/status/${list_id}.json`;

/** Why and since when one entry of a list is set; there is none while it is not. */
export const statusNoticePath = (list_id: string, index: number): string => `/status/${list_id}/${index}.json`;

/** A copy of a context that credentials name. */
export const contextPath = (name: string): string => `/contexts/${name}.json`;

/** The JSON Schema of what is issued, a copy of what stands at {@link schemaAddress}. */
export const schemaPath = contextPath("open-badges-v3-schema");
/** Where 1EdTech keeps the JSON Schema of Open Badges credentials. */
export const schemaAddress =
  "https://purl.imsglobal.org/spec/ob/v3p0/schema/json-ld/ob_v3p0_achievementcredential_schema.json";

/** The DID of an organization at a portal. The port of an origin is part of it, with its colon encoded. */
export const didOf = (origin: string, organization_id: string): string =>
  `did:web:${new URL(origin).host.replace(":", "%3A")}:issuers:${organization_id}`;
