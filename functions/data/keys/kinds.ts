import type { Key } from "./key.ts";
import { formerPrefix, workPrefix } from "./submission.ts";

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
  ties: { pk: "USER#", sk: "TIES" },
  reviewedBy: { pk: "USER#", sk: "REVIEWEDBY#" },
  applied: { pk: "USER#", sk: "APPLIED#" },
  seededAnchors: { pk: "USER#", sk: "SEEDING#" },
  deletedAddress: { pk: "DELETED#", sk: "ADDRESS" },
  email: { pk: "EMAIL#" },
  organization: { pk: "ORG#", sk: "META" },
  admins: { pk: "ORG#", sk: "ADMINS" },
  roleHolders: { pk: "ORG#", sk: "HOLDERS#" },
  addressIn: { pk: "ORG#", sk: "ADDRESS#" },
  badgrConnection: { pk: "ORG#", sk: "BADGR" },
  invitation: { pk: "INVITE#", sk: "META" },
  shortLink: { pk: "SHORT#" },
  apiKey: { pk: "KEY#", sk: "META" },
  audit: { pk: "AUDIT#" },
  ofCredential: { pk: "CREDENTIAL#" },
  credential: { pk: "CREDENTIAL#", sk: "META" },
  credentialPart: { pk: "CREDENTIAL#", sk: "CONTENT#" },
  revisionPart: { pk: "CREDENTIAL#", sk: "REVISION#" },
  anchor: { pk: "CREDENTIAL#", sk: "ANCHOR#" },
  anchorSet: { pk: "CREDENTIAL#", sk: "ANCHORS" },
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
  certificateContent: { pk: "ISSUED#", sk: "CONTENT" },
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
  billingOfKind: { pk: "ORG#", part: "#billing-kind#" },
  billingOfPeriod: { pk: "ORG#", part: "#billing#" },
  applicantsOfPeriod: { pk: "CREDENTIAL#", part: "#applicants#" },
  payoutsOf: { pk: "USER#", part: "#payouts#" },
  notice: { pk: "USER#", sk: "NOTICE#" },
  noticesOf: { pk: "USER#", part: "#notices" },
  creditEntry: { pk: "CREDIT#" },
  handled: { pk: "EVENT#" },
  counted: { pk: "EVENT#", sk: "analytics#" },
  mailed: { pk: "EVENT#", sk: "mail#" },
  metrics: { pk: "FIGURES#" },
  quality: { pk: "FIGURES#", part: "#quality" },
  deadline: { pk: "DUE#" },
  jobPayDeadline: { pk: "DUE#job-pay" },
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
  factor: { pk: "USER#", sk: "FACTOR" },
  factorSetup: { pk: "USER#", sk: "FACTORSETUP" },
  challenge: { pk: "CHALLENGE#" },
  unfinished: { pk: "USER#", sk: "UNFINISHED#" },
  begunUpload: { pk: "USER#", sk: "UPLOAD#" },
  organizationName: { pk: "ORGNAME#" },
  ofApplication: { pk: "APPLICATION#" },
  ofJob: { pk: "JOB#" },
  ofCertificate: { pk: "ISSUED#" },
  /** No item: an object of the bucket of private files, where it is looked at beside the items. */
  storedObject: { pk: "OBJECT#" },
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

/** Of which year or month a view is a part of a list: those of a month count, those of a year and rows in either are of earlier releases. */
const periodIn = (view: string): string | undefined =>
  /^(?:ORG#[^#]+#billing|CREDENTIAL#[^#]+#applicants|USER#[^#]+#payouts#[^#]+)#(\d{4}(?:-\d\d)?)$/.exec(view)?.[1];

/** Whether an item is a row of a list that only earlier releases had, of a year or a month or of notices: `npm run migrate` takes it away. */
export const isFormerRow = ({ pk }: Key): boolean => periodIn(pk) !== undefined || /^USER#[^#]+#notices$/.test(pk);

/** Whether an item, or what a shard is of, counted a year in earlier releases: `npm run migrate` takes it away. */
export const isFormerCount = (counter: Key): boolean => periodIn(countedView(counter))?.length === 4;

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
