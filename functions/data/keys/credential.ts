import type { Key } from "./key.ts";
import { beginning, key, ordinal } from "./key.ts";

const revisionPrefix = (revision: number) => `REVISION#${ordinal(revision)}#`;
const rejectedPrefix = (version: number) => `REJECTED#${ordinal(version)}#`;

/** The items of a credential, and the question that each key answers. META is what lists show, CONTENT#… the texts and sections, REVISION#n#… what was published, REJECTED#n#… what was not. */
export const credentialKeys = {
  credential: (cred_id: string) => key(`CREDENTIAL#${cred_id}`, "META"),
  /** All parts of its working copy. */
  credentialParts: (cred_id: string) => beginning(`CREDENTIAL#${cred_id}`, "CONTENT#"),
  credentialDetails: (cred_id: string) => key(`CREDENTIAL#${cred_id}`, "CONTENT#DETAILS"),
  credentialCriteria: (cred_id: string) => key(`CREDENTIAL#${cred_id}`, "CONTENT#CRITERIA"),
  /** What was said when it was last approved or rejected. */
  credentialDecision: (cred_id: string) => key(`CREDENTIAL#${cred_id}`, "CONTENT#DECISION"),
  section: (cred_id: string, section_id: string) => key(`CREDENTIAL#${cred_id}`, `CONTENT#SECTION#${section_id}`),
  revision: (cred_id: string, revision: number, part: "META" | "DETAILS" | "CRITERIA") =>
    key(`CREDENTIAL#${cred_id}`, `${revisionPrefix(revision)}${part}`),
  revisionSection: (cred_id: string, revision: number, section_id: string) =>
    key(`CREDENTIAL#${cred_id}`, `${revisionPrefix(revision)}SECTION#${section_id}`),
  /** All parts of a revision. */
  revisionParts: (cred_id: string, revision: number) => beginning(`CREDENTIAL#${cred_id}`, revisionPrefix(revision)),
  /** A part of a credential as it was when it was rejected, by its version then; of a section with its id. */
  rejected: (cred_id: string, version: number, part: "META" | "DETAILS" | "CRITERIA" | `SECTION#${string}`) =>
    key(`CREDENTIAL#${cred_id}`, `${rejectedPrefix(version)}${part}`),
  /** All parts of it as it was then. */
  rejectedParts: (cred_id: string, version: number) => beginning(`CREDENTIAL#${cred_id}`, rejectedPrefix(version)),
  /** What its author typed in a step of the wizard and has not saved, and each section of step 1. */
  unfinishedStep: (user_id: string, cred_id: string, step: number) =>
    key(`USER#${user_id}`, `UNFINISHED#${cred_id}#${step}`),
  unfinishedSection: (user_id: string, cred_id: string, position: number) =>
    key(`USER#${user_id}`, `UNFINISHED#${cred_id}#1#${position}`),
  /** All steps that somebody keeps of a credential, with their sections. */
  unfinishedSteps: (user_id: string, cred_id: string) => beginning(`USER#${user_id}`, `UNFINISHED#${cred_id}#`),
  /** All steps that somebody keeps. */
  allUnfinished: (user_id: string) => beginning(`USER#${user_id}`, "UNFINISHED#"),
};

/** The lists of a credential. */
export const credentialViews = {
  /** Credentials of an organization, those of one creator, those in one state. */
  credentials: (organization_id: string, { creator, status }: { creator?: string; status?: string } = {}) =>
    `ORG#${organization_id}#credentials${creator ? `#creator=${creator}` : ""}${status ? `#status=${status}` : ""}`,
  /** Published credentials of every organization, by any of the filters of browsing. */
  openCredentials: ({ category, price, scech }: { category?: number; price?: "free" | "paid"; scech?: boolean } = {}) =>
    `LIST#open${category ? `#category=${category}` : ""}${price ? `#price=${price}` : ""}${scech === undefined ? "" : `#scech=${scech}`}`,
};

/** Where words of a credential are looked for: each a partition of its own. */
export const credentialIndexes = {
  /** Credentials of an organization, in every state. */
  credentials: (organization_id: string) => `WORDS#credentials#${organization_id}`,
  /** Published credentials of every organization. */
  openCredentials: () => "WORDS#open",
};

/** Which part an item of a credential is, in its working copy and in each copy of it: META, DETAILS, SECTION and so on. */
export const credentialPartOf = ({ sk }: Key): string =>
  sk.replace(/^(?:CONTENT|(?:REVISION|REJECTED)#\d+)#/, "").replace(/#.*/, "");

/**
 * Where a credential stands in lists that others read, newest publication first, and among what they find; it ends with
 * the organization, which is read beside it.
 */
export const publicCredentialSort = ({
  published_on,
  cred_id,
  organization_id,
}: {
  readonly published_on?: string;
  readonly cred_id: string;
  readonly organization_id: string;
}): string => [...(published_on ? [published_on] : []), cred_id, organization_id].join("#");
