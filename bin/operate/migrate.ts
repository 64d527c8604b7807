import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Key } from "../../functions/data/keys/key.ts";
import { isOf, type Kind, kinds } from "../../functions/data/keys/kinds.ts";
import { put, remove, type Step } from "../../functions/data/steps.ts";
import { get, type Item, transact } from "../../functions/data/table.ts";
import { BillingRecord } from "../../functions/payment/model/billing.ts";
import { Payout } from "../../functions/payment/model/earned-pay.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Job } from "../../shared/review/job.ts";
import { certificateSteps, wordSteps } from "./migrations/certificates.ts";
import { historySteps, keySteps } from "./migrations/connections.ts";
import { counterSteps, rowSteps } from "./migrations/lists.ts";
import { archiveSteps, invitationSteps, memberSteps } from "./migrations/organizations.ts";
import { billingSteps, payoutSteps } from "./migrations/payments.ts";
import { handSteps, jobSteps, workSteps } from "./migrations/reviews.ts";
import { uploadSteps } from "./migrations/uploads.ts";
import { pacer, unitsOf } from "./pace.ts";
import { everyPage } from "./repair/table.ts";
import { tableCommand } from "./table-command.ts";

const usage = `npm run migrate -- --stage live [--units-per-second 200] [--write]

Brings items that an earlier release wrote into the shape of this one: a reviewer's payouts into the list of all they
earned, lines of billing history into the lists of their kinds and of purchases, payouts of nothing, which are paid the moment they
are earned, rows of lists of a year or a month or of notices and counts of a year, of which there are none any more, counts of
a person's lists, which share an item, as a list's does with its amounts, uploads that credentials hold, which name them,
invitations that are over, which keep no address, API keys, of whose end admins are reminded and whose changes are listed as those of webhook endpoints are, organizations that were archived with work under way, which ends, memberships of
disabled accounts, which say so and make nobody an admin who counts, and certificates, which become one item each, wait to be signed where they have no id yet (npm run sign-certificates) and are found by their credential, and submissions, which
list the jobs that review them, which say which seat they are and how long they keep their reviewers, whose rounds under review are their reviewers' alone until they are decided, and whose
work of the round before lies beside that of the present one.
Says how many it would change; with --write it changes them, each in a transaction of its own. A run that was stopped is
gone on with by the next where it stopped. Old and new functions may run meanwhile: a run after the old ones have ended
finds what they wrote behind it. It reads the whole table once, and takes no more of the table's capacity than so many
units a second. What was erased of certificates it learns from the stage's bucket of signed objects (SIGNED_BUCKET).`;

const PAGE_ITEMS = 25;

/** What looking at one item asks for at most: some items beside it, as of one moment. */
const UNITS_PER_LOOK = 12;

/** Of these very migrations: where others were stopped says nothing. */
const program = [import.meta.filename, ...globSync(join(import.meta.dirname, "migrations/*.ts")).sort()]
  .reduce((digest, file) => digest.update(readFileSync(file)), createHash("sha256"))
  .digest("hex");

const Progress = z.object({ next_pk: z.string(), next_sk: z.string(), program: z.string() });

/** What each kind of item may lack: several times where that is written one after the other. */
const migrations: readonly (readonly [kind: Kind, stepsFor: (item: Item) => Step[] | Promise<Step[]>])[] = [
  [kinds.payout, (item) => payoutSteps(Payout.parse(item))],
  [kinds.billing, (item) => billingSteps(BillingRecord.parse(item))],
  ...[kinds.billingOfPeriod, kinds.applicantsOfPeriod, kinds.payoutsOf, kinds.noticesOf].map(
    (kind) => [kind, rowSteps] as const,
  ),
  [kinds.counter, counterSteps],
  [kinds.formerCertificate, certificateSteps],
  [kinds.certificate, wordSteps],
  [kinds.job, (item) => jobSteps(Job.parse(item))],
  [kinds.job, (item) => handSteps(Job.parse(item))],
  [kinds.work, workSteps],
  [kinds.invitation, invitationSteps],
  [kinds.organization, archiveSteps],
  [kinds.membership, memberSteps],
  [kinds.apiKey, keySteps],
  [kinds.audit, historySteps],
  [kinds.credentialPart, uploadSteps],
];

await tableCommand(usage, async (write, unitsPerSecond) => {
  let changed = 0;
  const take = pacer(unitsPerSecond);
  const after = write ? await stoppedAfter() : undefined;
  if (after) console.log("A run was stopped: this one goes on where it was.");
  for await (const { items, next, units } of everyPage({ after, limit: PAGE_ITEMS })) {
    await take(units);
    for (const item of items) {
      for (const [, stepsFor] of migrations.filter(([kind]) => isOf(kind, item))) {
        await take(UNITS_PER_LOOK);
        const steps = await stepsFor(item);
        if (steps.length === 0) continue;
        changed++;
        if (!write) continue;
        await take(unitsOf(steps));
        await transact(steps).catch(unlessChanged);
      }
    }
    if (!write) continue;
    const progress = kinds.migration;
    await transact([next ? put(progress, { next_pk: next.pk, next_sk: next.sk, program }) : remove(progress)]);
  }
  console.log(write ? `${changed} items were brought up to date.` : `${changed} items are of an earlier shape.`);
});

async function stoppedAfter(): Promise<Key | undefined> {
  const progress = await get(Progress, kinds.migration);
  return progress?.program === program ? { pk: progress.next_pk, sk: progress.next_sk } : undefined;
}

/** Somebody changed it meanwhile: the next run looks at it again. */
function unlessChanged(error: unknown): void {
  if (!(error instanceof Problem && error.code === "state.changed")) throw error;
}
