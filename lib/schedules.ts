import { checksPrefix, peoplePrefix, tableExportsPrefix } from "../shared/platform/environment.ts";
import { type BackgroundFunction, tombstones } from "./background-function.ts";
import { type ObjectNeed, recordings, retiring, uploads } from "./needs.ts";

/** What is removed with every version that is kept of it. */
const erased = (bucket: ObjectNeed["bucket"], prefixes: readonly string[]): ObjectNeed => ({
  bucket,
  prefixes,
  actions: ["s3:DeleteObject", "s3:DeleteObjectVersion"],
  listsVersions: true,
});

/** What the clock starts. */
export const schedules = {
  "auth/end-lost-factors": {
    description: "Turn two-step sign-in off for those who lost their phone, a day after that was asked for",
    runs: { on: "schedule", expression: "rate(15 minutes)" },
    table: "write",
    timeoutSeconds: 60,
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
    // the first run of a day begins the list, the next ones go on with it: a mark in it is good for an hour
    runs: { on: "schedule", expression: "rate(15 minutes)" },
    table: "none",
    cognito: ["cognito-idp:ListUsers"],
    objects: [{ bucket: "exports", prefixes: ["people/"], actions: ["s3:GetObject", "s3:PutObject"], lists: true }],
    timeoutSeconds: 900,
  },
  "platform/check-export": {
    description: "Check every invariant over the table's newest export",
    runs: { on: "schedule", expression: "rate(15 minutes)" },
    table: "none",
    objects: [
      { bucket: "exports", prefixes: [tableExportsPrefix], actions: ["s3:GetObject"], lists: true },
      { bucket: "exports", prefixes: [checksPrefix], actions: ["s3:GetObject", "s3:PutObject"] },
    ],
    memoryMb: 2048,
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
  "user/end-invitations": {
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
    // not by the table's own end of items, which leaves the lists and the count of unread ones as they are
    runs: { on: "schedule", expression: "rate(1 hour)" },
    table: "write",
    timeoutSeconds: 300,
  },
} as const satisfies Record<string, BackgroundFunction>;
