import { signedFolders } from "../shared/certificate/addresses.ts";
import { purposes } from "../shared/platform/environment.ts";
import { type BackgroundFunction, tombstones } from "./background-function.ts";
import { badgeAccount, recordings } from "./needs.ts";

/** What is signed lies below the path it is served at; what its learner hides, where nothing is served from. */
const signedPrefixes = [...signedFolders, "withheld"].map((folder) => `${folder}/`);

/** What queues, the table’s stream, sign-ins, scans and operators start. */
export const workers = {
  "auth/pre-token": {
    description: "Put our own user id and scope into the access token",
    runs: { on: "token" },
    table: "none",
    timeoutSeconds: 5,
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
  "file/report-unscanned": {
    description: "Have the owner of an upload told that it has malware, or could not be looked into",
    runs: { on: "scan", results: ["THREATS_FOUND", "UNSUPPORTED", "FAILED", "ACCESS_DENIED"] },
    table: "write",
    timeoutSeconds: 30,
  },
} as const satisfies Record<string, BackgroundFunction>;
