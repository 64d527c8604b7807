import type { CallName } from "../shared/contract.ts";
import { folders } from "../shared/file/rules.ts";
import { type EncryptionPurpose, type Purpose, seatPrefix } from "../shared/platform/environment.ts";

/** What a function may reach besides the table: nothing that is not written here. Data only, no constructs. */
export interface Need {
  /** What it does with the table, where that is not what its method says: a GET reads, all others write. */
  readonly table?: "none" | "read" | "write";
  readonly cognito?: readonly `cognito-idp:${string}`[];
  /** Secrets it may read. */
  readonly secrets?: readonly ("stripe" | "paypal")[];
  /** What it may do with encrypted fields, by what they are for; each right opens that purpose alone. */
  readonly encryption?: Readonly<Partial<Record<EncryptionPurpose, readonly ("kms:Encrypt" | "kms:Decrypt")[]>>>;
  /** Objects it may reach, by bucket and key prefix. */
  readonly objects?: readonly ObjectNeed[];
  /** May read uploads before GuardDuty has found them clean: its work is to look at them. */
  readonly looksAtUploads?: true;
  /** May sign with the keys of the stage, and read their public halves. */
  readonly signs?: true;
  /** May send mail from our own address. */
  readonly mail?: true;
  /** Queues it may send to. */
  readonly queues?: readonly Purpose[];
  readonly memoryMb?: number;
  readonly timeoutSeconds?: number;
  /** Kept free for it, where the stage reserves concurrency. */
  readonly reservedConcurrency?: number;
  /**
   * The gateway's throttle for its route; the stage's own otherwise. It counts before anybody is known, callers past the
   * firewall included: far above what the firewall lets through of one address. Who guesses is held by the table's limits.
   */
  readonly throttle?: { readonly perSecond: number; readonly burst: number };
}

type ObjectAction =
  | "GetObject"
  | "GetObjectTagging"
  | "PutObject"
  | "PutObjectTagging"
  | "DeleteObject"
  | "AbortMultipartUpload"
  | "ListMultipartUploadParts"
  | VersionAction;

/** What is asked of one version of an object. */
type VersionAction = "GetObjectVersion" | "GetObjectVersionTagging" | "DeleteObjectVersion";

/** Actions on the objects of a bucket below some prefixes. */
export interface ObjectNeed {
  readonly bucket: "files" | "media" | "exports" | "audit" | "signed";
  readonly prefixes: readonly string[];
  /** May learn that an object is missing; without it S3 says "forbidden" instead. */
  readonly lists?: true;
  /** May learn of every version that is kept. */
  readonly listsVersions?: true;
  readonly actions: readonly `s3:${ObjectAction}`[];
}

/** Pictures are decoded and drawn again in memory, and kept where /media/ is served from. */
const pictures: Need = {
  objects: [{ bucket: "media", prefixes: ["media/"], actions: ["s3:PutObject"] }],
  memoryMb: 1024,
};

/** What takes an account out of use. */
export const retiring = [
  "cognito-idp:AdminGetUser",
  "cognito-idp:AdminUpdateUserAttributes",
  "cognito-idp:AdminUserGlobalSignOut",
] as const;

/** Where uploads lie. */
export const uploads = folders.map((folder) => `${folder}/`);
/** Where recordings are uploaded in parts. */
export const recordings = ["submissions/"];

/** Three attempts at a provider that does not answer have to fit in; choosing one way to pay closes the other. */
const card: Need = { secrets: ["stripe"], timeoutSeconds: 20 };
export const paypal: Need = { secrets: ["paypal"], timeoutSeconds: 28 };
const choosing: Need = { secrets: ["stripe", "paypal"], table: "write", timeoutSeconds: 28 };

/** Whoever speaks to the badge service may have to renew its token, which writes. A slow region has to fit in. */
export const badgeAccount = {
  encryption: { badgr: ["kms:Encrypt", "kms:Decrypt"] },
  timeoutSeconds: 25,
} as const satisfies Need;

/** Ten times what the firewall lets through of one address: so none of them keeps others from a public route. */
const publicThrottle = { perSecond: 700, burst: 1400 } as const;

/** Long lists are written in the background: the call keeps what was asked for. */
const asksForExport: Need = { table: "write", throttle: { perSecond: 20, burst: 40 } };

/** By password and code people show that it is them, and what there is of a second factor is changed. */
const changesFactor: Need = {
  cognito: ["cognito-idp:AdminInitiateAuth"],
  encryption: { factor: ["kms:Decrypt"] },
  throttle: { perSecond: 50, burst: 100 },
};

/** The needs of calls, by the call's full name. */
export const needs: Partial<Record<CallName, Need>> = {
  "auth.login": { cognito: ["cognito-idp:AdminInitiateAuth"], throttle: { perSecond: 200, burst: 400 } },
  "auth.signup": {
    ...pictures,
    cognito: [
      "cognito-idp:AdminCreateUser",
      "cognito-idp:AdminDeleteUser",
      "cognito-idp:AdminGetUser",
      "cognito-idp:AdminInitiateAuth",
      "cognito-idp:AdminSetUserPassword",
    ],
    throttle: publicThrottle,
  },
  "auth.refresh": { table: "read" },
  "auth.validateSignup": { table: "read", throttle: publicThrottle },
  "auth.inviteSelf": { throttle: { perSecond: 50, burst: 100 } },
  "auth.requestPasswordReset": { throttle: { perSecond: 50, burst: 100 } },
  "auth.validatePasswordReset": { table: "read", throttle: { perSecond: 50, burst: 100 } },
  "auth.resetPassword": {
    cognito: [
      "cognito-idp:AdminCreateUser",
      "cognito-idp:AdminGetUser",
      "cognito-idp:AdminSetUserPassword",
      "cognito-idp:AdminUserGlobalSignOut",
    ],
    throttle: { perSecond: 50, burst: 100 },
  },
  "auth.changePassword": {
    cognito: [
      "cognito-idp:AdminInitiateAuth",
      "cognito-idp:AdminSetUserPassword",
      "cognito-idp:AdminUserGlobalSignOut",
    ],
    throttle: { perSecond: 50, burst: 100 },
  },
  "auth.loginCode": { encryption: { factor: ["kms:Decrypt"] }, throttle: { perSecond: 200, burst: 400 } },
  "auth.startFactor": {
    cognito: ["cognito-idp:AdminInitiateAuth"],
    encryption: { factor: ["kms:Encrypt"] },
    throttle: { perSecond: 50, burst: 100 },
  },
  "auth.confirmFactor": { encryption: { factor: ["kms:Decrypt"] }, throttle: { perSecond: 50, burst: 100 } },
  "auth.endFactor": changesFactor,
  "auth.prove": changesFactor,
  "auth.renewRecoveryCodes": changesFactor,
  "user.update": pictures,
  "user.saveLearnerProfile": pictures,
  "user.remove": { cognito: retiring },
  "organization.create": pictures,
  "organization.setUp": pictures,
  "organization.update": pictures,
  "reviewer.saveIssuerProfile": pictures,
  "credential.create": pictures,
  "credential.publish": pictures,
  "credential.approve": pictures,
  "credential.update": {
    ...pictures,
    objects: [...pictures.objects!, { bucket: "files", prefixes: ["support/"], actions: ["s3:PutObject"] }],
  },
  "reviewer.saveBank": { encryption: { bank: ["kms:Encrypt"] }, throttle: { perSecond: 50, burst: 100 } },
  "organization.exportBillingCsv": asksForExport,
  "organization.exportBillingHtml": asksForExport,
  "organization.listExports": {
    objects: [{ bucket: "exports", prefixes: ["monthly/", "asked/"], actions: ["s3:GetObject"] }],
  },
  "credential.exportApplicants": asksForExport,
  "user.exportScech": asksForExport,
  "certificate.exportList": asksForExport,
  "file.upload": { objects: [{ bucket: "files", prefixes: uploads, actions: ["s3:PutObject"] }] },
  "file.confirm": {
    objects: [{ bucket: "files", prefixes: uploads, actions: ["s3:GetObject", "s3:DeleteObject"], lists: true }],
    looksAtUploads: true,
    memoryMb: 1024, // reads 50 MB through
  },
  // to begin is a right to put; the addresses are signed with the function's own
  "file.beginParts": { objects: [{ bucket: "files", prefixes: recordings, actions: ["s3:PutObject"] }] },
  "file.signParts": {
    table: "read",
    objects: [{ bucket: "files", prefixes: recordings, actions: ["s3:PutObject"] }],
  },
  "file.readParts": {
    objects: [
      { bucket: "files", prefixes: recordings, actions: ["s3:ListMultipartUploadParts", "s3:GetObject"], lists: true },
    ],
    looksAtUploads: true,
  },
  "file.completeParts": {
    objects: [
      {
        bucket: "files",
        prefixes: recordings,
        actions: ["s3:PutObject", "s3:ListMultipartUploadParts", "s3:GetObject"],
        lists: true,
      },
    ],
    looksAtUploads: true,
  },
  "file.abandonParts": { objects: [{ bucket: "files", prefixes: recordings, actions: ["s3:AbortMultipartUpload"] }] },
  "file.download": {
    objects: [
      {
        bucket: "files",
        prefixes: uploads,
        actions: ["s3:GetObject", "s3:GetObjectTagging", "s3:GetObjectVersion", "s3:GetObjectVersionTagging"],
      },
      // copies for reviewers, which take the verdict's tag along
      { bucket: "files", prefixes: [seatPrefix], actions: ["s3:GetObject", "s3:PutObject", "s3:PutObjectTagging"] },
    ],
    timeoutSeconds: 28, // a copy of a long recording
  },
  "roster.create": {
    objects: [
      {
        bucket: "files",
        prefixes: ["imports/"],
        actions: ["s3:GetObjectVersion", "s3:GetObjectVersionTagging"],
      },
    ],
    memoryMb: 1024, // reads 5,000 rows
  },
  "roster.report": { table: "write", memoryMb: 1024 }, // it counts for its throttle
  "review.readAdjudication": { table: "write" }, // that the work was read is audited
  "certificate.openEvidence": { throttle: publicThrottle },
  "certificate.downloadEvidence": {
    table: "write", // it counts for its throttle
    objects: [
      {
        bucket: "files",
        prefixes: ["submissions/"],
        actions: ["s3:GetObject", "s3:GetObjectTagging", "s3:GetObjectVersion", "s3:GetObjectVersionTagging"],
      },
    ],
    throttle: publicThrottle,
  },
  "platform.health": { table: "none" },
  "platform.reportPolicyViolation": { throttle: { perSecond: 5, burst: 10 } },
  "payment.charge": { ...card, throttle: { perSecond: 200, burst: 400 } },
  "payment.readCardSecret": { ...choosing, throttle: { perSecond: 200, burst: 400 } },
  "payment.createPaypalOrder": { ...choosing, throttle: { perSecond: 200, burst: 400 } },
  "payment.capturePaypalOrder": { ...paypal, throttle: { perSecond: 200, burst: 400 } },
  "payment.withdrawApplication": { ...choosing, throttle: { perSecond: 200, burst: 400 } },
  "payment.paypalWebhook": { ...paypal, reservedConcurrency: 20 },
  "payment.stripeWebhook": { ...card, reservedConcurrency: 20 },
  "badgr.login": {
    encryption: { badgr: ["kms:Encrypt"] },
    timeoutSeconds: 20,
    throttle: { perSecond: 50, burst: 100 },
  },
  "badgr.disconnect": { encryption: { badgr: ["kms:Decrypt"] }, timeoutSeconds: 25 },
  "badgr.listIssuers": { ...badgeAccount, table: "write" },
  "badgr.listBadges": { ...badgeAccount, table: "write" },
  "badgr.listAssertions": { ...badgeAccount, table: "write" },
  "badgr.importBadges": { ...badgeAccount, ...pictures },
  "certificate.readOwn": { throttle: { perSecond: 1000, burst: 2000 } },
  "webhook.create": { encryption: { webhook: ["kms:Encrypt"] } },
  "webhook.rotate": { encryption: { webhook: ["kms:Encrypt"] } },
  "certificate.shorten": { throttle: { perSecond: 100, burst: 200 } },
};
