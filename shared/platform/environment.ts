/** The environment every function gets: set by lib/domain.ts and lib/jobs.ts, read by functions/runtime/environment.ts. */
export const environmentNames = [
  "STAGE",
  "TABLE_NAME",
  "USER_POOL_ID",
  "USER_POOL_CLIENT_ID",
  "FILES_BUCKET",
  "MEDIA_BUCKET",
  "EXPORTS_BUCKET",
  "SIGNED_BUCKET",
  "PORTAL_ORIGIN",
  "MAIL_FROM",
  "STRIPE_SECRET_NAME",
  "PAYPAL_SECRET_NAME",
  "ENCRYPTION_KEY_ID",
  "CERTIFICATES_SIGNED",
] as const;

/** What fields are encrypted for; part of each ciphertext, so that one made for a purpose opens for no other. */
const encryptionPurposes = ["bank", "badgr", "factor", "webhook"] as const;
export type EncryptionPurpose = (typeof encryptionPurposes)[number];

/** What committed changes are turned into: one queue per purpose, each with its worker. */
export const purposes = [
  "mail",
  "notices",
  "search",
  "analytics",
  "exports",
  "imports",
  "badges",
  "signatures",
  "webhooks",
  "recordings",
  "deliveries",
] as const;
export type Purpose = (typeof purposes)[number];

/** Purposes whose queue hands the messages of a group over one after the other; other groups do not wait for it. */
const orderedPurposes: readonly Purpose[] = ["webhooks", "deliveries"];
export const isOrdered = (purpose: string): boolean => (orderedPurposes as readonly string[]).includes(purpose);

/** The name of a stage's queue, or of the queue for what it gave up. SQS wants names of ordered ones to end so. */
export const queueNameOf = (stage: string, name: string, { dead = false } = {}): string =>
  `laurel-${stage}-${name}${dead ? "-dead" : ""}${isOrdered(name) ? ".fifo" : ""}`;

/** How often a message is worked on before it lies among the dead letters. */
export const receivesMax = 5;

/** The environment name under which the stream function finds a purpose's queue. */
export const queueUrlNames = {
  mail: "MAIL_QUEUE_URL",
  notices: "NOTICES_QUEUE_URL",
  search: "SEARCH_QUEUE_URL",
  analytics: "ANALYTICS_QUEUE_URL",
  exports: "EXPORTS_QUEUE_URL",
  imports: "IMPORTS_QUEUE_URL",
  badges: "BADGES_QUEUE_URL",
  signatures: "SIGNATURES_QUEUE_URL",
  webhooks: "WEBHOOKS_QUEUE_URL",
  recordings: "RECORDINGS_QUEUE_URL",
  deliveries: "DELIVERIES_QUEUE_URL",
} as const satisfies Record<Purpose, string>;

/** A name every function's environment has. */
export type EnvironmentName = (typeof environmentNames)[number];
/** A name any function's environment may have. */
export type AnyEnvironmentName =
  | EnvironmentName
  | (typeof queueUrlNames)[Purpose]
  | "PAYOUT_ORIGINATOR"
  | "AUDIT_BUCKET"
  | "UPLOADS_UNSCANNED"
  | "FACTOR_REQUIRED"
  | "SIGNING_KEYS"
  | "FILES_ORIGIN"
  | "TABLE_EXPORTED"
  | "INVITATIONS_PER_MINUTE";

/**
 * A key of the stage that signs certificates. The last active one signs; a retired one stays good for what it signed; what
 * a compromised one signed is signed again. They travel in SIGNING_KEYS, as JSON.
 */
export interface SigningKey {
  /** Its name in DID documents, such as key-1. */
  readonly name: string;
  /** Its ARN in KMS. */
  readonly keyId: string;
  readonly state: "active" | "retired" | "compromised";
}

/** The scope our access tokens carry and every protected route requires. */
export const apiScope = "laurel/api";
/** The header by which the distribution proves itself to the API. */
export const originHeader = "x-laurel-origin";
/** The stage variable that {@link originHeader} is compared with. */
export const originVariable = "originSecret";
/** The header by which the distribution says who called it: it is set at the edge, whatever the caller sent. */
export const viewerHeader = "x-laurel-viewer";

/** Where the table's export lies in the bucket of exports. */
export const tableExportsFolder = "table";
export const tableExportsPrefix = `${tableExportsFolder}/AWSDynamoDB/`;
/** Where the checks of these exports keep what they need from run to run, in the same bucket. */
export const checksPrefix = "checks/";
/** What the keys begin with by which reviewers know files, and in the bucket of uploads those of the copies they are handed. */
export const seatPrefix = "seats/";
/** What the keys of people's pictures begin with. */
export const peoplePrefix = "media/people/";
