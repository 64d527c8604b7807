import { encodeTime } from "ulid";
import { lookOf } from "../../shared/http/text.ts";
import { minuteOf } from "./ids.ts";
import type { Key } from "./table.ts";

const key = (pk: string, sk: string): Key => ({ pk, sk });
/** Those items of a partition whose sort keys begin so. */
const beginning = (pk: string, prefix: string) => ({ pk, prefix });
/** A key as one text. */
const textOf = ({ pk, sk }: Key): string => `${pk}|${sk}`;

/** What has its effect once: the card provider's intents and events, PayPal's orders and notifications, disputes of both. */
export type ProviderMark = "intent" | "event" | "order" | "notification" | "dispute";

const workPrefix = "WORK#";
const formerPrefix = "FORMER#";
const waiverPrefix = "WAIVER#";
const ordinal = (round: number) => String(round).padStart(6, "0");
const lookBackPrefix = "LOOKBACK#";
const conclusionPrefix = (organization_id: string, number: number) =>
  `${lookBackPrefix}${organization_id}#${ordinal(number)}#JOB#`;
const revisionPrefix = (revision: number) => `REVISION#${ordinal(revision)}#`;
const rejectedPrefix = (version: number) => `REJECTED#${ordinal(version)}#`;

/** Every item of the table and the question its key answers. One table, `pk` and `sk`, no secondary index. */
export const keys = {
  // who is this, and may they (read together on every request)
  user: (user_id: string) => key(`USER#${user_id}`, "PROFILE"),
  membership: (user_id: string, organization_id: string) => key(`USER#${user_id}`, `MEMBER#${organization_id}`),
  organization: (organization_id: string) => key(`ORG#${organization_id}`, "META"),
  /** Its working days; the versions before lie beside them. */
  calendar: (organization_id: string) => key(`ORG#${organization_id}`, "CALENDAR"),
  formerCalendar: (organization_id: string, version: number) =>
    key(`ORG#${organization_id}`, `CALENDAR#${ordinal(version)}`),
  idempotency: (scope: string, idempotencyKey: string) => key(`IDEMP#${scope}`, idempotencyKey),
  rate: (name: string, window: string) => key(`RATE#${name}`, window),
  /** That an address has signed in on a device, by the hash of both; it lasts so long. */
  knownDevice: (hash: string) => key(`DEVICE#${hash}`, "KNOWN"),

  /** That an address had an account, by the address's hash; and what of a deleted person is still to be erased. */
  deletedAddress: (addressHash: string) => key(`DELETED#${addressHash}`, "ADDRESS"),
  erasure: (user_id: string) => key(`USER#${user_id}`, "ERASURE"),

  /** That the people of an application heard of the archiving of its organization. */
  archiveTold: (organization_id: string, archived_at: string, application_id: string) =>
    key(`ARCHIVING#${organization_id}#${archived_at}`, application_id),

  // uniqueness
  email: (email: string) => key(`EMAIL#${email.trim().toLowerCase()}`, "UNIQUE"),
  organizationName: (name: string) => key(`ORGNAME#${lookOf(name)}`, "UNIQUE"),
  /** Where a name was kept before names were compared by their look: an older organization may have its name here alone. */
  formerOrganizationName: (name: string) => key(`ORGNAME#${name.trim().replace(/\s+/g, " ").toLowerCase()}`, "UNIQUE"),

  /** An address in an organization: its member (`user_id`) or pending invitation (`invite_id`), never both. */
  addressIn: (organization_id: string, email: string) =>
    key(`ORG#${organization_id}`, `ADDRESS#${email.trim().toLowerCase()}`),
  /** How many admins an organization has, so that the last one stays. */
  admins: (organization_id: string) => key(`ORG#${organization_id}`, "ADMINS"),
  /** How many members and invitations hold a custom role, so that a held one stays. */
  roleHolders: (organization_id: string, role_id: string) => key(`ORG#${organization_id}`, `HOLDERS#${role_id}`),

  // an invitation, and what the token of its mail stands for (only the token's hash is stored)
  invitation: (invite_id: string) => key(`INVITE#${invite_id}`, "META"),
  invitationToken: (tokenHash: string) => key(`TOKEN#${tokenHash}`, "INVITATION"),
  /** The one password reset of a person that is good, if any. */
  passwordReset: (user_id: string) => key(`USER#${user_id}`, "RESET"),

  /** Says that a session was ended: it is not renewed. */
  endedSession: (user_id: string, authTime: number) => key(`SESSION#${user_id}#${authTime}`, "ENDED"),

  notice: (user_id: string, notice_id: string) => key(`USER#${user_id}`, `NOTICE#${notice_id}`),
  scech: (user_id: string) => key(`USER#${user_id}`, "SCECH"),
  /** Whom a person is tied to, and where they work. */
  ties: (user_id: string) => key(`USER#${user_id}`, "TIES"),

  // the history of a thing, oldest first
  audit: (subject_id: string, event_id: string) => key(`AUDIT#${subject_id}`, event_id),

  // a credential: META is what lists show, CONTENT#… the texts and sections, REVISION#n#… what was published, REJECTED#n#… what was not
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

  /** That its anchors are published, and each anchor with its key. */
  anchorSet: (cred_id: string) => key(`CREDENTIAL#${cred_id}`, "ANCHORS"),
  anchor: (cred_id: string, anchor_id: string) => key(`CREDENTIAL#${cred_id}`, `ANCHOR#${anchor_id}`),
  anchors: (cred_id: string) => beginning(`CREDENTIAL#${cred_id}`, "ANCHOR#"),

  // an application and the work on its sections; the pointer makes it one per learner and credential
  application: (application_id: string) => key(`APPLICATION#${application_id}`, "META"),
  work: (application_id: string, section_id: string) =>
    key(`APPLICATION#${application_id}`, `${workPrefix}${section_id}`),
  /** The work on all sections of an application; {@link isWork} tells them among its other items. */
  works: (application_id: string) => beginning(`APPLICATION#${application_id}`, workPrefix),
  /** What was handed in for a section and is written over, by the round it was written for. */
  formerWork: (application_id: string, section_id: string, round: number) =>
    key(`APPLICATION#${application_id}`, `${formerPrefix}${ordinal(round)}#${section_id}`),
  formerWorks: (application_id: string) => beginning(`APPLICATION#${application_id}`, formerPrefix),
  /** Says that the results of a round are the submission's. */
  round: (application_id: string, round: number) => key(`APPLICATION#${application_id}`, `ROUND#${ordinal(round)}`),
  /** A learner's appeal against what a round rejected. */
  appeal: (application_id: string) => key(`APPLICATION#${application_id}`, "APPEAL"),
  /** An admin's leave for a reviewer to judge it in spite of a tie. */
  waiver: (application_id: string, reviewer_id: string) =>
    key(`APPLICATION#${application_id}`, `${waiverPrefix}${reviewer_id}`),
  waivers: (application_id: string) => beginning(`APPLICATION#${application_id}`, waiverPrefix),
  applied: (user_id: string, cred_id: string) => key(`USER#${user_id}`, `APPLIED#${cred_id}`),
  job: (credential_job_id: string) => key(`JOB#${credential_job_id}`, "META"),
  /** What a job's reviewer said of a section in a round. */
  result: (credential_job_id: string, round: number, section_id: string) =>
    key(`JOB#${credential_job_id}`, `RESULT#${ordinal(round)}#${section_id}`),
  /** What was said in a round of all sections. */
  results: (credential_job_id: string, round: number) =>
    beginning(`JOB#${credential_job_id}`, `RESULT#${ordinal(round)}#`),

  // a certificate under its own id; CONTENT is what is said of it besides, gathered when it is first signed
  certificate: (certificate_id: string) => key(`ISSUED#${certificate_id}`, "META"),
  certificateContent: (certificate_id: string) => key(`ISSUED#${certificate_id}`, "CONTENT"),
  /** How often its published evidence was opened. */
  evidenceOpenings: (certificate_id: string) => key(`ISSUED#${certificate_id}`, "OPENINGS"),

  // a status list; ENTRY#n says whose an entry is, CHANGED#n that the certificate is no longer good
  statusList: (list_id: string) => key(`STATUS#${list_id}`, "META"),
  statusEntry: (list_id: string, index: number) => key(`STATUS#${list_id}`, `ENTRY#${index}`),
  changedEntry: (list_id: string, index: number) => key(`STATUS#${list_id}`, `CHANGED#${index}`),
  /** All entries of a list that are set. */
  changedEntries: (list_id: string) => beginning(`STATUS#${list_id}`, "CHANGED#"),

  // what a short link leads to; its code is made of its target, so that a page has one
  shortLink: (code: string) => key(`SHORT#${code}`, "LINK"),

  // a reviewer's profile (for every organization) and the application to one of them; an issuer's account page
  reviewer: (user_id: string) => key(`USER#${user_id}`, "REVIEWER"),
  reviewerApplication: (organization_id: string, user_id: string) =>
    key(`USER#${user_id}`, `REVIEWS#${organization_id}`),
  /** All applications of a reviewer. */
  reviewerApplications: (user_id: string) => beginning(`USER#${user_id}`, "REVIEWS#"),
  issuerProfile: (organization_id: string, user_id: string) => key(`USER#${user_id}`, `ISSUES#${organization_id}`),
  /** All of them, those of organizations they have left included. */
  issuerProfiles: (user_id: string) => beginning(`USER#${user_id}`, "ISSUES#"),

  /** What its author typed in a step of the wizard and has not saved, and each section of step 1. */
  unfinishedStep: (user_id: string, cred_id: string, step: number) =>
    key(`USER#${user_id}`, `UNFINISHED#${cred_id}#${step}`),
  unfinishedSection: (user_id: string, cred_id: string, position: number) =>
    key(`USER#${user_id}`, `UNFINISHED#${cred_id}#1#${position}`),
  /** All steps that somebody keeps of a credential, with their sections. */
  unfinishedSteps: (user_id: string, cred_id: string) => beginning(`USER#${user_id}`, `UNFINISHED#${cred_id}#`),
  /** All steps that somebody keeps. */
  allUnfinished: (user_id: string) => beginning(`USER#${user_id}`, "UNFINISHED#"),

  /** That a learner lets reviewers practice on a submission. */
  practiceConsent: (organization_id: string, application_id: string) =>
    key(`ORG#${organization_id}`, `CONSENT#${application_id}`),
  practiceConsents: (organization_id: string) => beginning(`ORG#${organization_id}`, "CONSENT#"),
  /** A reviewer's tries at a credential's anchors. */
  calibration: (user_id: string, cred_id: string) => key(`USER#${user_id}`, `CALIBRATION#${cred_id}`),
  calibrations: (user_id: string) => beginning(`USER#${user_id}`, "CALIBRATION#"),
  /** The anchors among a reviewer's jobs of a credential. */
  seeding: (user_id: string, cred_id: string) => key(`USER#${user_id}`, `SEEDING#${cred_id}`),
  seedings: (user_id: string) => beginning(`USER#${user_id}`, "SEEDING#"),
  /** The look-back over a reviewer's decisions in an organization, the latest; closed ones before it lie beside it. */
  lookBack: (organization_id: string, user_id: string) => key(`USER#${user_id}`, `${lookBackPrefix}${organization_id}`),
  formerLookBack: (organization_id: string, user_id: string, number: number) =>
    key(`USER#${user_id}`, `${lookBackPrefix}${organization_id}#${ordinal(number)}`),
  /** Which jobs a look-back is over, and what was concluded of each. */
  lookBackJobs: (organization_id: string, user_id: string, number: number) =>
    key(`USER#${user_id}`, `${lookBackPrefix}${organization_id}#${ordinal(number)}#JOBS`),
  conclusion: (organization_id: string, user_id: string, number: number, job_id: string) =>
    key(`USER#${user_id}`, `${conclusionPrefix(organization_id, number)}${job_id}`),
  conclusions: (organization_id: string, user_id: string, number: number) =>
    beginning(`USER#${user_id}`, conclusionPrefix(organization_id, number)),
  lookBacks: (user_id: string) => beginning(`USER#${user_id}`, lookBackPrefix),
  /** What a reviewer told the admins when they declined a job. */
  declineNote: (user_id: string, job_id: string) => key(`USER#${user_id}`, `DECLINE#${job_id}`),
  declineNotes: (user_id: string) => beginning(`USER#${user_id}`, "DECLINE#"),
  /** That a reviewer has decided on somebody's work, and when. */
  reviewedBy: (learner_id: string, reviewer_id: string) => key(`USER#${learner_id}`, `REVIEWEDBY#${reviewer_id}`),
  reviewers: (learner_id: string) => beginning(`USER#${learner_id}`, "REVIEWEDBY#"),

  /** Where a reviewer's pay goes. */
  bank: (user_id: string) => key(`USER#${user_id}`, "BANK"),

  // an upload, under the key of its object in the bucket
  file: (objectKey: string) => key(`FILE#${objectKey}`, "META"),
  /** That a credential's details or criteria hold the upload: whoever may read them may read it. */
  fileUse: (objectKey: string, cred_id: string) => key(`FILE#${objectKey}`, `CREDENTIAL#${cred_id}`),
  /** All credentials that hold an upload. */
  fileUses: (objectKey: string) => beginning(`FILE#${objectKey}`, "CREDENTIAL#"),

  /** What the clock has to do, by kind, the earliest first. */
  deadline: (kind: string, at: string, reference: Key) => key(`DUE#${kind}`, `${at}#${textOf(reference)}`),

  // what follows from events: the words kept of a thing, what was done for an event, an organization's monthly figures
  searchWords: (reference: Key) => key(textOf(reference), "WORDS"),
  /** A word of a thing within a search index. */
  searchWord: (index: string, word: string, reference: Key) => key(index, `${word}#${textOf(reference)}`),
  /** `purpose` is mail or analytics, `part` the recipient. */
  handled: (event_id: string, purpose: string, part = "ALL") => key(`EVENT#${event_id}`, `${purpose}#${part}`),
  metrics: (organization_id: string, month: string) => key(`FIGURES#${organization_id}`, month),
  /** How many of an organization's first decisions took how many business days. */
  decisionTimes: (organization_id: string) => key(`FIGURES#${organization_id}`, "DECISIONS"),
  /** All figures of a credential, each under the month and its name, such as `2026-11.applications`. */
  credentialMetrics: (organization_id: string, cred_id: string) =>
    key(`FIGURES#${organization_id}#credentials`, cred_id),
  /** How an organization's reviewers agree, by month; of a credential and of a reviewer each under the month and its name. */
  quality: (organization_id: string, month: string) => key(`FIGURES#${organization_id}#quality`, month),
  credentialQuality: (organization_id: string, cred_id: string) =>
    key(`FIGURES#${organization_id}#quality#credentials`, cred_id),
  reviewerQuality: (organization_id: string, user_id: string) =>
    key(`FIGURES#${organization_id}#quality#reviewers`, user_id),
  /** How two reviewers marked each criterion of a section, and how often one of them found each met: of all months. */
  criterionQuality: (organization_id: string, cred_id: string, section_id: string) =>
    key(`FIGURES#${organization_id}#quality#criteria#${cred_id}`, section_id),
  reviewerMarks: (organization_id: string, cred_id: string, user_id: string) =>
    key(`FIGURES#${organization_id}#quality#marks#${cred_id}`, user_id),
  /** Says that a learner applied in the organization before. */
  knownLearner: (organization_id: string, user_id: string) => key(`FIGURES#${organization_id}#learners`, user_id),

  // the badge service: an organization's account there, the credential of a badge, the badge of a credential, an award
  badgrConnection: (organization_id: string) => key(`ORG#${organization_id}`, "BADGR"),
  badgrCredential: (organization_id: string, badge_id: string) => key(`ORG#${organization_id}`, `BADGE#${badge_id}`),
  badge: (cred_id: string) => key(`CREDENTIAL#${cred_id}`, "BADGE"),
  badgeAward: (application_id: string) => key(`APPLICATION#${application_id}`, "BADGE"),

  // money
  /** Of an application, or of the fee of the appeal on it. */
  payment: (application_id: string, purchase?: "application" | "appeal") =>
    key(`PAYMENT#${application_id}`, purchase === "appeal" ? "APPEAL" : "META"),
  /** Says that a payment object of a provider, or an event it reported, has had its effect. */
  providerMarker: (kind: ProviderMark, id: string) => key(`PROVIDER#${kind}#${id}`, "APPLIED"),
  /** A person's product credit, and its entries. */
  credit: (user_id: string) => key(`USER#${user_id}`, "CREDIT"),
  creditEntry: (user_id: string, entry_id: string) => key(`CREDIT#${user_id}`, entry_id),
  /** The ledger of an organization's month, such as 2026-11; each entry's amounts sum to zero. */
  ledger: (organization_id: string, month: string, entry_id: string) =>
    key(`LEDGER#${organization_id}#${month}`, entry_id),
  /** A file that is, or will be, handed out to an organization. */
  export: (organization_id: string, export_id: string) => key(`EXPORT#${organization_id}`, export_id),
  /** A line of billing history; it lies with the person it concerns, so that both are read at once. */
  billing: (user_id: string, entry_id: string) => key(`BILLING#${user_id}`, entry_id),
  /** All lines that concern a person. */
  billingOf: (user_id: string) => ({ pk: `BILLING#${user_id}` }),
  /**
   * The counter of a view: how many things it lists. A limit is a guarded change of it with the row beside it, in place
   * of a relist (`requireEmpty` in functions/data/relist.ts is one).
   */
  total: (view: string) => key(`COUNT#${view}`, "TOTAL"),
  /** The sums of a view's amounts. */
  amounts: (view: string) => key(`COUNT#${view}`, "AMOUNTS"),
  /** What a job earned the reviewer who finished it, or (`part`) another who decided some of its sections. */
  payout: (credential_job_id: string, part?: string) =>
    key(`PAYOUT#${credential_job_id}`, part === undefined ? "META" : `PART#${part}`),
  /** A run of payouts with whom and what it pays in one partition; the run that is open, if any. */
  openPayoutRun: () => key("PAYOUTRUNS", "OPEN"),
  payoutRun: (run_id: string) => key(`PAYOUTRUN#${run_id}`, "META"),
  /** Whom a run pays, and what it pays. */
  payees: (run_id: string) => beginning(`PAYOUTRUN#${run_id}`, "PAYEE#"),
  runPayouts: (run_id: string) => beginning(`PAYOUTRUN#${run_id}`, "PAYOUT#"),
  payee: (run_id: string, user_id: string) => key(`PAYOUTRUN#${run_id}`, `PAYEE#${user_id}`),
  runPayout: (run_id: string, credential_job_id: string, part?: string) =>
    key(`PAYOUTRUN#${run_id}`, `PAYOUT#${credential_job_id}${part === undefined ? "" : `#${part}`}`),
};

/** Where an application stands among those of its credential; it names the learner too, who is read beside it. */
export const applicantSort = ({ application_id, user_id }: { application_id: string; user_id: string }): string =>
  `${application_id}#${user_id}`;

/** Whether a job's id is a ulid, as they were in earlier releases: what has one stands in lists by that. */
export const isDated = (job_id: string): boolean => /^job_[0-7]/.test(job_id);

/** The ten letters that a ulid of a moment's minute begins with. */
export const minuteLetters = (at: string): string => encodeTime(Date.parse(minuteOf(at)));

/** Where something stands among what has the ids of jobs: by its minute, then by what tells nothing. */
const byMinute = (at: string, rest: string): string => `job_${minuteLetters(at)}#${rest}`;

/** Where a job stands in lists: by the minute in which its round was handed in, or its seat opened. */
export const jobSort = ({ credential_job_id, submitted_on }: { credential_job_id: string; submitted_on: string }) =>
  isDated(credential_job_id) ? credential_job_id : byMinute(submitted_on, credential_job_id);

/** Where an appeal stands in lists: by when it was filed; nowhere before that. */
export const appealSort = ({
  job_id,
  application_id,
  filed_on,
}: {
  job_id: string;
  application_id: string;
  filed_on?: string | undefined;
}): string => (isDated(job_id) || filed_on === undefined ? job_id : byMinute(filed_on, application_id));

/** Where a payout stands among others: by when it was due; parts of one job's pay by their reviewers. */
export function payoutSort({
  credential_job_id,
  part,
  due_on,
}: {
  readonly credential_job_id: string;
  readonly part?: string | undefined;
  readonly due_on: string;
}): string {
  const own = part === undefined ? credential_job_id : `${credential_job_id}#${part}`;
  return isDated(credential_job_id) ? own : byMinute(due_on, own);
}

/** Whether an item of an application is the work on a section. */
export const isWork = ({ sk }: Key): boolean => sk.startsWith(workPrefix);

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
/** The id that a partition key or a sort key ends with: `job_…` of `JOB#job_…`, `usr_…` of `app_…#usr_…`. */
export const idOf = (keyOrSort: string): string => keyOrSort.slice(keyOrSort.lastIndexOf("#") + 1);

type Searchable = "certificate" | "organization" | "credential" | "invitation" | "application" | "job" | "billing";
const searchable: Readonly<Record<string, Searchable>> = {
  ORG: "organization",
  CREDENTIAL: "credential",
  INVITE: "invitation",
  APPLICATION: "application",
  JOB: "job",
  ISSUED: "certificate",
  BILLING: "billing",
};

/** What a key leads to, of the things that are searched for. */
export const kindOf = ({ pk, sk }: Key): Searchable | "membership" | undefined =>
  sk.startsWith("MEMBER#") ? "membership" : searchable[pk.split("#", 1)[0]!];

/** A person in an organization. */
interface PersonOfOrganization {
  readonly user_id: string;
  readonly organization_id: string;
}

/** Whose membership or reviewer application a key leads to, and of which organization. */
export const placeOf = ({ pk, sk }: Key): PersonOfOrganization => ({ user_id: idOf(pk), organization_id: idOf(sk) });

/** Where a thing stands in lists, which may mix kinds: by the age of its id. */
export const ageSort = (id: string): string => id.slice(id.indexOf("_") + 1);

/** Where a reviewer application stands in lists: by when it was submitted. */
export const reviewerApplicationSort = ({ submitted_on, user_id }: { submitted_on: string; user_id: string }): string =>
  `${submitted_on}#${user_id}`;

/** Where a certificate stands in lists: by when it was earned. */
export const certificateSort = ({ earned_on, certificate_id }: { earned_on: string; certificate_id: string }): string =>
  `${earned_on}#${certificate_id}`;

/** Where an export stands in its organization's list: by when it was asked for. */
export const exportSort = (asked_on: string, export_id: string): string => `${asked_on}#${export_id}`;

/** Where an accepted reviewer stands in the list of a category; {@link acceptedReviewerOf} reads it. */
export const acceptedReviewerSort = ({ user_id, organization_id }: PersonOfOrganization): string =>
  `${user_id}#${organization_id}`;

/** Who stands there in the list of a category, accepted by which organization. */
export const acceptedReviewerOf = (sort: string): PersonOfOrganization => ({
  user_id: sort.slice(0, sort.indexOf("#")),
  organization_id: idOf(sort),
});

/** What the keys of a kind begin with. */
export interface Kind {
  readonly pk: string;
  /** The sort key; with `#` at its end, what it begins with. */
  readonly sk?: string;
  /** What the partition key has in it, where its beginning is not enough. */
  readonly part?: string;
}

/** The kinds of items that operators' commands look for in a whole table. */
export const kinds = {
  underPerson: { pk: "USER#" },
  user: { pk: "USER#", sk: "PROFILE" },
  membership: { pk: "USER#", sk: "MEMBER#" },
  reviewerApplication: { pk: "USER#", sk: "REVIEWS#" },
  erasure: { pk: "USER#", sk: "ERASURE" },
  credit: { pk: "USER#", sk: "CREDIT" },
  deletedAddress: { pk: "DELETED#", sk: "ADDRESS" },
  email: { pk: "EMAIL#" },
  organization: { pk: "ORG#", sk: "META" },
  admins: { pk: "ORG#", sk: "ADMINS" },
  roleHolders: { pk: "ORG#", sk: "HOLDERS#" },
  addressIn: { pk: "ORG#", sk: "ADDRESS#" },
  badgrConnection: { pk: "ORG#", sk: "BADGR" },
  invitation: { pk: "INVITE#", sk: "META" },
  shortLink: { pk: "SHORT#" },
  audit: { pk: "AUDIT#" },
  ofCredential: { pk: "CREDENTIAL#" },
  credential: { pk: "CREDENTIAL#", sk: "META" },
  credentialPart: { pk: "CREDENTIAL#", sk: "CONTENT#" },
  revisionPart: { pk: "CREDENTIAL#", sk: "REVISION#" },
  anchor: { pk: "CREDENTIAL#", sk: "ANCHOR#" },
  calibration: { pk: "USER#", sk: "CALIBRATION#" },
  application: { pk: "APPLICATION#", sk: "META" },
  work: { pk: "APPLICATION#", sk: workPrefix },
  formerWork: { pk: "APPLICATION#", sk: formerPrefix },
  round: { pk: "APPLICATION#", sk: "ROUND#" },
  appeal: { pk: "APPLICATION#", sk: "APPEAL" },
  job: { pk: "JOB#", sk: "META" },
  result: { pk: "JOB#", sk: "RESULT#" },
  /** What earlier releases kept of a certificate besides: `npm run migrate` takes it away. */
  formerCertificate: { pk: "CERTIFICATE#" },
  certificate: { pk: "ISSUED#", sk: "META" },
  statusList: { pk: "STATUS#", sk: "META" },
  statusEntry: { pk: "STATUS#", sk: "ENTRY#" },
  changedEntry: { pk: "STATUS#", sk: "CHANGED#" },
  file: { pk: "FILE#", sk: "META" },
  payment: { pk: "PAYMENT#", sk: "META" },
  appealFee: { pk: "PAYMENT#", sk: "APPEAL" },
  payout: { pk: "PAYOUT#" },
  providerMarker: { pk: "PROVIDER#" },
  intentMarker: { pk: "PROVIDER#intent#" },
  orderMarker: { pk: "PROVIDER#order#" },
  disputeMarker: { pk: "PROVIDER#dispute#" },
  ledger: { pk: "LEDGER#" },
  billing: { pk: "BILLING#" },
  creditEntry: { pk: "CREDIT#" },
  handled: { pk: "EVENT#" },
  counted: { pk: "EVENT#", sk: "analytics#" },
  mailed: { pk: "EVENT#", sk: "mail#" },
  metrics: { pk: "FIGURES#" },
  quality: { pk: "FIGURES#", part: "#quality" },
  deadline: { pk: "DUE#" },
  searchWord: { pk: "WORDS#" },
  counter: { pk: "COUNT#" },
  total: { pk: "COUNT#", sk: "TOTAL" },
  amounts: { pk: "COUNT#", sk: "AMOUNTS" },
  idempotency: { pk: "IDEMP#" },
  rate: { pk: "RATE#" },
  knownDevice: { pk: "DEVICE#" },
  token: { pk: "TOKEN#" },
  endedSession: { pk: "SESSION#" },
  passwordReset: { pk: "USER#", sk: "RESET" },
  unfinished: { pk: "USER#", sk: "UNFINISHED#" },
  organizationName: { pk: "ORGNAME#" },
  ofApplication: { pk: "APPLICATION#" },
  ofJob: { pk: "JOB#" },
  ofCertificate: { pk: "ISSUED#" },
  fileUse: { pk: "FILE#", sk: "CREDENTIAL#" },
  openPayoutRun: { pk: "PAYOUTRUNS", sk: "OPEN" },
  ofPayoutRun: { pk: "PAYOUTRUN#" },
  /** How far a run of `npm run migrate` has come that is not over: the one key of its kind. */
  migration: { pk: "MIGRATION", sk: "PROGRESS" },
  /** A row of a list that is of no one organization, and its counter. */
  listed: { pk: "LIST#" },
  listCounter: { pk: "COUNT#LIST#" },
} as const satisfies Readonly<Record<string, Kind>>;

/** Whether a key is one of a kind. The words kept of a thing, whose key begins with the thing's, are none of its kind. */
export const isOf = (kind: Kind, { pk, sk }: Key): boolean =>
  pk.startsWith(kind.pk) &&
  (kind.part === undefined || pk.includes(kind.part)) &&
  !pk.includes("|") &&
  (kind.sk === undefined || sk === kind.sk || (kind.sk.endsWith("#") && sk.startsWith(kind.sk)));

/** Says of a learner that they are known, among an organization's figures. */
export const isKnownLearner = ({ pk }: Key): boolean => pk.endsWith("#learners");

/** The view whose total or amounts a counter keeps. */
export const countedView = ({ pk }: Key): string => pk.slice(kinds.counter.pk.length);

/** The organization that a key names, of a thing that is under one, or of somebody's place in one. */
export function organizationIn({ pk, sk }: Key): string | undefined {
  const above = /^(?:ORG|LEDGER|FIGURES|CERTIFICATE)#(org_[0-9A-Za-z]+)/.exec(pk);
  const place = pk.startsWith("USER#") ? /^(?:MEMBER|REVIEWS|ISSUES|LOOKBACK)#(org_[0-9A-Za-z]+)/.exec(sk) : undefined;
  return (above ?? place)?.[1];
}

/** The person that an item is under, and its sort key, or what follows the person in its partition key. */
export function underPerson({ pk, sk }: Key): { readonly user_id: string; readonly name: string } | undefined {
  const [, user_id, rest] = /^USER#([^#|]+)(.*)$/.exec(pk) ?? [];
  return user_id === undefined ? undefined : { user_id, name: rest || sk };
}

/** The partitions that lists are read from (functions/data/list.ts). */
export const views = {
  /** What is due of a kind, the earliest first. */
  deadlines: (kind: string) => `DUE#${kind}`,
  organizations: (status: "active" | "archived") => `LIST#organizations#${status}`,
  /** Members and pending invitations of an organization, by either or both filters. */
  organizationUsers: (
    organization_id: string,
    { status, role }: { status?: "active" | "suspended" | "pending"; role?: number } = {},
  ) => `ORG#${organization_id}#users${role ? `#role=${role}` : ""}${status ? `#status=${status}` : ""}`,
  notices: (user_id: string) => `USER#${user_id}#notices`,
  unreadNotices: (user_id: string) => `USER#${user_id}#notices#unread`,
  /** Credentials of an organization, those of one creator, those in one state. */
  credentials: (organization_id: string, { creator, status }: { creator?: string; status?: string } = {}) =>
    `ORG#${organization_id}#credentials${creator ? `#creator=${creator}` : ""}${status ? `#status=${status}` : ""}`,
  /** Published credentials of every organization, by any of the filters of browsing. */
  openCredentials: ({ category, price, scech }: { category?: number; price?: "free" | "paid"; scech?: boolean } = {}) =>
    `LIST#open${category ? `#category=${category}` : ""}${price ? `#price=${price}` : ""}${scech === undefined ? "" : `#scech=${scech}`}`,
  /** Published credentials a reviewer may review. */
  assignedCredentials: (user_id: string) => `USER#${user_id}#assigned`,
  /** Who applied for a credential; `period` is a year or a month such as 2026-11. */
  applicants: (cred_id: string, period?: string) => `CREDENTIAL#${cred_id}#applicants${period ? `#${period}` : ""}`,
  /** A learner's submissions: all, those on a tab, those of a type (open, inprogress, completed). */
  submissions: (user_id: string, part = "all") => `USER#${user_id}#submissions#${part}`,
  /** Jobs an organization's credentials led to: all, or in one state. */
  jobs: (organization_id: string, status = "all") => `ORG#${organization_id}#jobs#${status}`,
  /** Reviews that wait for an admin's decision. */
  adjudications: (organization_id: string) => `ORG#${organization_id}#jobs#adjudication`,
  /** Jobs of an organization that are anchors and have not ended. */
  anchorJobs: (organization_id: string) => `ORG#${organization_id}#jobs#anchor`,
  /** Appeals of an organization's learners: those that wait for an answer, or those that were decided. */
  appeals: (organization_id: string, type: "open" | "decided") => `ORG#${organization_id}#appeals#${type}`,
  /** Jobs of a credential that nobody has accepted. */
  openJobs: (cred_id: string) => `CREDENTIAL#${cred_id}#jobs#open`,
  /** Counts applications that an organization has to see through: paid for or handed in, and not finished. */
  underWay: (organization_id: string) => `ORG#${organization_id}#underway`,
  /** A reviewer's jobs: `open` ones they may accept; of those they accepted all, those of a tab, those in progress, ended `anchors`. */
  reviewerJobs: (user_id: string, part: string) => `USER#${user_id}#jobs#${part}`,
  /** Reviewer applications of an organization: all, or in one state (`accepted`: its reviewers). */
  reviewers: (organization_id: string, status = "all") => `ORG#${organization_id}#reviewers#${status}`,
  /** An organization's billing history: all, or of a year or month such as 2026-11. */
  billing: (organization_id: string, period?: string) => `ORG#${organization_id}#billing${period ? `#${period}` : ""}`,
  /** All that a reviewer earned, wherever they did. */
  earnings: (user_id: string) => `USER#${user_id}#earnings`,
  /** What a reviewer earned in an organization: all, or in a year or month. */
  payouts: (user_id: string, organization_id: string, period?: string) =>
    `USER#${user_id}#payouts#${organization_id}${period ? `#${period}` : ""}`,
  /** What was or is being handed out to an organization. */
  exports: (organization_id: string) => `ORG#${organization_id}#exports`,
  creditEntries: (user_id: string) => `USER#${user_id}#credit`,
  /** Payments under way, or whose provider has not told its fee yet; oldest first, for the reconciliation; also by organization. */
  openPayments: (organization_id?: string) =>
    organization_id === undefined ? "LIST#payments#open" : `ORG#${organization_id}#payments#open`,
  /** Pay that is due, of all organizations, for the operator's run of payouts. */
  allDuePayouts: () => "LIST#payouts#due",
  /** Reviewers' pay that an organization's work led to and that is not paid out. */
  duePayouts: (organization_id: string) => `ORG#${organization_id}#payouts#due`,
  /** An organization's certificates: all, or in one state. */
  certificates: (organization_id: string, status = "all") => `ORG#${organization_id}#certificates#${status}`,
  /** Certificates that wait to be signed, of all organizations. */
  unsignedCertificates: () => "LIST#certificates#unsigned",
  /** Badges that are still to be awarded: of an organization, or of all. */
  badgesDue: (organization_id = "any") => `LIST#badges#due#${organization_id}`,
  /** Accepted reviewers of a job category, of one organization or of all. */
  reviewersOfCategory: (category: number, organization_id = "any") =>
    `LIST#reviewers#category=${category}#${organization_id}`,
};

/** Where words are looked for: each space is a partition of its own. */
export const searchIndexes = {
  organizations: () => "WORDS#organizations",
  /** Members and pending invitations of an organization. */
  users: (organization_id: string) => `WORDS#users#${organization_id}`,
  /** Credentials of an organization, in every state. */
  credentials: (organization_id: string) => `WORDS#credentials#${organization_id}`,
  /** Published credentials of every organization. */
  openCredentials: () => "WORDS#open",
  /** Who applied for a credential. */
  applicants: (cred_id: string) => `WORDS#applicants#${cred_id}`,
  /** Jobs of an organization, in every state. */
  jobs: (organization_id: string) => `WORDS#jobs#${organization_id}`,
  /** Certificates that an organization issued. */
  certificates: (organization_id: string) => `WORDS#certificates#${organization_id}`,
  /** Lines of billing history that learners' purchases led to. */
  billing: (organization_id: string) => `WORDS#billing#${organization_id}`,
};
