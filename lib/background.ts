import { signedFolders } from "../shared/certificate/addresses.ts";
import { type Purpose, peoplePrefix, purposes, tableExportsPrefix } from "../shared/platform/environment.ts";
import { badgeAccount, type Need, type ObjectNeed, recordings, retiring, uploads } from "./needs.ts";

/** What is signed lies below the path it is served at; what its learner hides, where nothing is served from. */
const signedPrefixes = [...signedFolders, "withheld"].map((folder) => `${folder}/`);

/** What is removed with every version that is kept of it. */
const erased = (bucket: ObjectNeed["bucket"], prefixes: readonly string[]): ObjectNeed => ({
  bucket,
  prefixes,
  actions: ["s3:DeleteObject", "s3:DeleteObjectVersion"],
  listsVersions: true,
});

/** Where the tombstones of erased certificates lie. */
const tombstones = { bucket: "signed", prefixes: ["erased/"], actions: ["s3:PutObject"] } as const satisfies ObjectNeed;

/** A function that is not a call. `runs` says what starts it. */
export interface BackgroundFunction extends Need {
  readonly description: string;
  readonly table: "none" | "read" | "write";
  readonly runs:
    | { readonly on: "token" }
    /** With a window, changes are gathered for as long. */
    | { readonly on: "table-change"; readonly windowSeconds?: number }
    | {
        readonly on: "queue";
        readonly purpose: Purpose;
        readonly batchSize?: number;
        /** Batches that are worked on at a time; five unless said. */
        readonly concurrency?: number;
        /** As many where the stage reserves concurrency, and so has room for them. */
        readonly growsTo?: number;
      }
    | { readonly on: "schedule"; readonly expression: string }
    /** What GuardDuty says of an upload. */
    | { readonly on: "scan"; readonly results: readonly string[] }
    /** Somebody with the right to do it, from the AWS console. */
    | { readonly on: "operator" };
}

/** Every function that is not a call, by the path of its file in functions/: workers and schedules. */
export const background = {
  "auth/pre-token": {
    description: "Put our own user id and scope into the access token",
    runs: { on: "token" },
    table: "none",
    timeoutSeconds: 5,
  },
  "auth/end-lost-factors": {
    description: "Turn two-step sign-in off for those who lost their phone, a day after that was asked for",
    runs: { on: "schedule", expression: "rate(15 minutes)" },
    table: "write",
    timeoutSeconds: 60,
  },
  "platform/publish-events": {
    description: "Turn committed audit rows into one message per purpose",
    runs: { on: "table-change" },
    table: "none",
    queues: purposes,
    timeoutSeconds: 30,
  },
  "platform/archive-audit": {
    description: "Keep committed audit rows where nobody can rewrite them",
    runs: { on: "table-change", windowSeconds: 60 },
    table: "none",
    objects: [{ bucket: "audit", prefixes: ["events/"], actions: ["s3:PutObject"] }],
    timeoutSeconds: 60,
  },
  "platform/deliver-mail": {
    description: "Write and send the mails an event asks for",
    runs: { on: "queue", purpose: "mail" },
    table: "write",
    mail: true,
    timeoutSeconds: 30,
  },
  "platform/write-notices": {
    description: "Keep the notices an event asks for",
    runs: { on: "queue", purpose: "notices", growsTo: 50 },
    table: "write",
    timeoutSeconds: 30,
  },
  "platform/index-words": {
    description: "Keep the search words of a changed thing",
    runs: { on: "queue", purpose: "search", growsTo: 50 },
    table: "write",
    timeoutSeconds: 30,
  },
  "platform/count-analytics": {
    description: "Count an event into its organization's analytics",
    runs: { on: "queue", purpose: "analytics", growsTo: 50 },
    table: "write",
    timeoutSeconds: 30,
  },
  "platform/award-badges": {
    description: "Award the badge of a completed submission at the badge service",
    runs: { on: "queue", purpose: "badges" },
    table: "write",
    encryption: badgeAccount.encryption,
    objects: [{ bucket: "media", prefixes: ["media/"], actions: ["s3:GetObject"] }],
    timeoutSeconds: 60,
    reservedConcurrency: 10,
  },
  "platform/sign-certificates": {
    description: "Sign certificates and status lists, and keep them where strangers find them",
    runs: { on: "queue", purpose: "signatures" },
    table: "write",
    signs: true,
    objects: [
      { bucket: "signed", prefixes: signedPrefixes, actions: ["s3:PutObject", "s3:DeleteObject"], lists: true },
      tombstones,
      { bucket: "media", prefixes: ["media/"], actions: ["s3:GetObject"], lists: true },
    ],
    memoryMb: 1024,
    timeoutSeconds: 60,
    reservedConcurrency: 10,
  },
  "webhook/keep-events": {
    description: "Keep the events that an organization's programs may hear of, and put them on their way",
    runs: { on: "queue", purpose: "webhooks" },
    table: "write",
    queues: ["deliveries"],
    timeoutSeconds: 30,
  },
  "webhook/deliver": {
    description: "Post events to the endpoints of organizations",
    // each endpoint that does not answer holds one of these for seconds
    runs: { on: "queue", purpose: "deliveries", batchSize: 1, concurrency: 50 },
    table: "write",
    encryption: { webhook: ["kms:Decrypt"] },
    timeoutSeconds: 30,
  },
  "webhook/retry-deliveries": {
    description: "Have deliveries tried again whose time has come",
    runs: { on: "schedule", expression: "rate(1 minute)" },
    table: "write",
    queues: ["deliveries"],
    timeoutSeconds: 300,
  },
  "certificate/publish-status-lists": {
    description: "Have status lists signed again once a day",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "read",
    queues: ["signatures"],
    timeoutSeconds: 60,
  },
  "certificate/follow-validity": {
    description: "Remind learners of certificates that end soon, and end them",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "key/remind-expiry": {
    description: "Remind admins of API keys that end soon",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    timeoutSeconds: 60,
  },
  "badgr/retry-badges": {
    description: "Take up badges that were refused or got lost",
    runs: { on: "schedule", expression: "cron(0 0,6,12,18 * * ? *)" },
    table: "read",
    queues: ["badges"],
    timeoutSeconds: 300,
  },
  "payment/export-payouts": {
    description: "Pay out what is due to reviewers: one file for the bank. Started by an operator",
    runs: { on: "operator" },
    table: "write",
    encryption: { bank: ["kms:Decrypt"] },
    objects: [{ bucket: "exports", prefixes: ["payouts/"], actions: ["s3:PutObject"] }],
    memoryMb: 1024,
    timeoutSeconds: 900,
  },
  "platform/write-exports": {
    description: "Write the exports that were asked for into the bucket",
    runs: { on: "queue", purpose: "exports", batchSize: 1 },
    table: "write",
    objects: [
      {
        bucket: "exports",
        prefixes: ["monthly/", "asked/"],
        actions: ["s3:GetObject", "s3:PutObject"],
      },
    ],
    memoryMb: 1024,
    timeoutSeconds: 300,
  },
  "file/check-recordings": {
    description: "Read a recording that has arrived in parts through, and tell what it is",
    runs: { on: "queue", purpose: "recordings", batchSize: 1 },
    table: "write",
    objects: [
      {
        bucket: "files",
        prefixes: recordings,
        actions: ["s3:GetObjectVersion", "s3:DeleteObject"],
        lists: true,
      },
    ],
    looksAtUploads: true,
    memoryMb: 1024, // for the processor's share that comes with it: it holds nothing
    timeoutSeconds: 300,
  },
  "roster/work-imports": {
    description: "Check, invite and withdraw the people of files, as was just asked for",
    runs: { on: "queue", purpose: "imports", batchSize: 1 },
    table: "write",
    objects: [{ bucket: "files", prefixes: ["imports/"], actions: ["s3:GetObjectVersion"] }],
    memoryMb: 1024,
    timeoutSeconds: 300,
  },
  "roster/continue-imports": {
    description: "Go on with the people of files where there is more to do, and forget old files",
    runs: { on: "schedule", expression: "rate(1 minute)" },
    table: "write",
    objects: [
      { bucket: "files", prefixes: ["imports/"], actions: ["s3:GetObjectVersion"] },
      erased("files", ["imports/"]),
    ],
    memoryMb: 1024,
    timeoutSeconds: 300,
  },
  "organization/start-monthly-exports": {
    description: "Ask for every organization's billing history of the month that has ended",
    runs: { on: "schedule", expression: "cron(30 5 1 * ? *)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "user/list-people": {
    description: "Keep a list of the user pool's accounts, from which a lost pool is made again",
    runs: { on: "schedule", expression: "cron(30 3 * * ? *)" },
    table: "none",
    cognito: ["cognito-idp:ListUsers"],
    objects: [{ bucket: "exports", prefixes: ["people/"], actions: ["s3:PutObject"] }],
    memoryMb: 1024,
    timeoutSeconds: 900,
  },
  "platform/check-export": {
    description: "Check every invariant over the table's nightly export",
    runs: { on: "schedule", expression: "cron(0 6 * * ? *)" },
    table: "none",
    objects: [{ bucket: "exports", prefixes: [tableExportsPrefix], actions: ["s3:GetObject"], lists: true }],
    memoryMb: 3008,
    timeoutSeconds: 900,
  },
  "platform/visit-portal": {
    description: "Look at the portal and the API as a browser gets them",
    runs: { on: "schedule", expression: "rate(5 minutes)" },
    table: "none",
    timeoutSeconds: 60,
  },
  "payment/reconcile-payments": {
    description: "Ask the providers about payments that have been open for a while",
    runs: { on: "schedule", expression: "rate(10 minutes)" },
    table: "write",
    secrets: ["stripe", "paypal"],
    timeoutSeconds: 300,
  },
  "credential/close-expired-credentials": {
    description: "Close credentials whose expiration date is over",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "review/release-idle-jobs": {
    description: "Remind reviewers of untouched jobs, give those jobs back to the pool, and pay jobs that many decided",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "submission/close-idle-revisions": {
    description: "Remind learners of untouched revisions, and close those submissions",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "payment/close-unpaid-applications": {
    description: "Close applications that were never paid for",
    runs: { on: "schedule", expression: "rate(1 day)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "payment/remind-of-evidence": {
    description: "Remind admins of evidence that a disputed payment wants",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    timeoutSeconds: 60,
  },
  "file/remove-lost-uploads": {
    description: "Remove what was uploaded and never confirmed, was refused, or came after its confirmation",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    objects: [
      {
        bucket: "files",
        prefixes: uploads,
        actions: ["s3:DeleteObject", "s3:DeleteObjectVersion", "s3:GetObject", "s3:AbortMultipartUpload"],
        listsVersions: true,
      },
    ],
    looksAtUploads: true,
    timeoutSeconds: 300,
  },
  "file/report-unscanned": {
    description: "Have the owner of an upload told that it has malware, or could not be looked into",
    runs: { on: "scan", results: ["THREATS_FOUND", "UNSUPPORTED", "FAILED", "ACCESS_DENIED"] },
    table: "write",
    timeoutSeconds: 30,
  },
  "organization/end-invitations": {
    description: "Let invitations expire, and forget those that expired long ago",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "reviewer/report-late-decisions": {
    description: "Tell those who decide that a reviewer has waited for more than a day",
    runs: { on: "schedule", expression: "rate(10 minutes)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "review/offer-open-jobs": {
    description: "Offer open jobs to the reviewers that credentials have now",
    runs: { on: "schedule", expression: "rate(2 minutes)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "organization/unlist-archived": {
    description: "Follow archived and restored organizations in the lists of others",
    runs: { on: "schedule", expression: "rate(5 minutes)" },
    table: "write",
    timeoutSeconds: 300,
  },
  "organization/delete-organizations": {
    description: "Delete what organizations are made of, once that was asked for",
    runs: { on: "schedule", expression: "rate(5 minutes)" },
    table: "write",
    encryption: { badgr: ["kms:Decrypt"] },
    timeoutSeconds: 300,
  },
  "user/erase-people": {
    description: "Erase what is left of deleted accounts and of certificates that nobody is to see any more",
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    cognito: retiring,
    objects: [
      erased("files", uploads),
      { bucket: "files", prefixes: recordings, actions: ["s3:AbortMultipartUpload"] },
      erased("media", [peoplePrefix]),
      erased("signed", ["c/", "withheld/"]),
      tombstones,
    ],
    timeoutSeconds: 300,
  },
  "user/remove-old-notices": {
    description: "Remove notices that are a year old",
    runs: { on: "schedule", expression: "rate(1 day)" },
    table: "write",
    timeoutSeconds: 300,
  },
} as const satisfies Record<string, BackgroundFunction>;

/** A function that is not a call, as `payment/export-payouts`. */
export type BackgroundName = keyof typeof background;
