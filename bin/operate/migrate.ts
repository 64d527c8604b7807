import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as z from "zod";
import { issueSteps } from "../../functions/certificate/model/entity.ts";
import { hasTombstone } from "../../functions/certificate/model/erasing.ts";
import { drawPlace, newCertificateId } from "../../functions/certificate/model/ids.ts";
import { fileUseSteps } from "../../functions/credential/model/files.ts";
import { StoredCredential, StoredCriteria, StoredDetails } from "../../functions/credential/model/record.ts";
import { schedule } from "../../functions/data/deadlines.ts";
import { credentialKeys, credentialPartOf } from "../../functions/data/keys/credential.ts";
import { idOf, type Key } from "../../functions/data/keys/key.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { organizationKeys, organizationViews } from "../../functions/data/keys/organization.ts";
import { paymentKeys, paymentViews, payoutSort } from "../../functions/data/keys/payment.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { submissionKeys, submissionViews } from "../../functions/data/keys/submission.ts";
import { webhookKeys } from "../../functions/data/keys/webhook.ts";
import { readTotal } from "../../functions/data/list.ts";
import { relist } from "../../functions/data/relist.ts";
import { indexSteps } from "../../functions/data/search.ts";
import { change, check, create, put, remove, type Step } from "../../functions/data/steps.ts";
import { batchGet, get, type Item, queryPage, transact, transactGet } from "../../functions/data/table.ts";
import { keyDeadlines } from "../../functions/key/model/key-entity.ts";
import { StoredKey } from "../../functions/key/model/record.ts";
import { organizationEntity } from "../../functions/organization/model/organization-entity.ts";
import { OrganizationRecord } from "../../functions/organization/model/record.ts";
import { BillingRecord, changeLine, listPurchase } from "../../functions/payment/model/billing.ts";
import { Payout } from "../../functions/payment/model/earned-pay.ts";
import { searchEntryOf } from "../../functions/platform/model/search-entry.ts";
import { keepStep, versionsIn } from "../../functions/submission/model/handed-in.ts";
import { withoutAddress } from "../../functions/user/model/invitation.ts";
import { deletedName } from "../../functions/user/model/pseudonym.ts";
import { EndpointRecord } from "../../functions/webhook/model/endpoint-record.ts";
import { Certificate } from "../../shared/certificate/certificate.ts";
import { Problem } from "../../shared/http/problem.ts";
import { ConnectionChange } from "../../shared/key/history.ts";
import { Job, SectionResult, type Verdict } from "../../shared/review/job.ts";
import { mayRelease } from "../../shared/review/rules.ts";
import { Application, type Seat, Work } from "../../shared/submission/submission.ts";
import { nameOf } from "../../shared/webhook/endpoint.ts";
import { pacer, unitsOf } from "./pace.ts";
import { everyPage } from "./repair/table.ts";
import { tableCommand } from "./table-command.ts";

const usage = `npm run migrate -- --stage live [--units-per-second 200] [--write]

Brings items that an earlier release wrote into the shape of this one: a reviewer's payouts into the list of all they
earned, lines of billing history into the lists of their kinds and of purchases, payouts of nothing, which are paid the moment they are earned, uploads that credentials hold, which name them,
invitations that are over, which keep no address, API keys, of whose end admins are reminded and whose changes are listed as those of webhook endpoints are, organizations that were archived with work under way, which ends, and
certificates, which become one item each, wait to be signed where they have no id yet (npm run sign-certificates) and are found by their credential, and submissions, which
list the jobs that review them, which say which seat they are, whose rounds under review are their reviewers' alone until they are decided, and whose
work of the round before lies beside that of the present one.
Says how many it would change; with --write it changes them, each in a transaction of its own. A run that was stopped is
gone on with by the next where it stopped. Old and new functions may run meanwhile: a run after the old ones have ended
finds what they wrote behind it. It reads the whole table once, and takes no more of the table's capacity than so many
units a second. What was erased of certificates it learns from the stage's bucket of signed objects (SIGNED_BUCKET).`;

const PAGE_ITEMS = 25;
/** What looking at one item asks for at most: some items beside it, as of one moment. */
const UNITS_PER_LOOK = 12;

/** Of this very file: where another one was stopped says nothing. */
const program = createHash("sha256")
  .update(readFileSync(import.meta.filename))
  .digest("hex");
const Progress = z.object({ next_pk: z.string(), next_sk: z.string(), program: z.string() });

/** What was kept of a certificate beside the certificate itself, or instead of it. */
const FormerCertificate = Certificate.pick({
  ...{ organization_id: true, cred_id: true, user_id: true, application_id: true, revision: true },
  ...{ first_name: true, last_name: true, title: true, issuer_name: true, earned_on: true },
});

/** An audit row of a key or an endpoint. */
const ConnectionRow = ConnectionChange.pick({ type: true, event_id: true }).extend({
  organization_id: z.string(),
  subject_id: z.string(),
});

const lookedAt = [
  kinds.billing,
  kinds.payout,
  kinds.formerCertificate,
  kinds.certificate,
  kinds.job,
  kinds.work,
  kinds.invitation,
  kinds.organization,
  kinds.credentialPart,
  kinds.apiKey,
  kinds.audit,
];
const isOfInterest = (item: Item): boolean => lookedAt.some((kind) => isOf(kind, item));

await tableCommand(usage, async (write, unitsPerSecond) => {
  let changed = 0;
  const take = pacer(unitsPerSecond);
  const after = write ? await stoppedAfter() : undefined;
  if (after) console.log("A run was stopped: this one goes on where it was.");
  for await (const { items, next, units } of everyPage({ after, limit: PAGE_ITEMS })) {
    await take(units);
    for (const item of items) {
      if (isOfInterest(item)) await take(UNITS_PER_LOOK);
      const steps = await stepsFor(item);
      if (steps.length === 0) continue;
      changed++;
      if (!write) continue;
      await take(unitsOf(steps));
      await transact(steps).catch(unlessChanged);
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

async function stepsFor(item: Item): Promise<Step[]> {
  if (isOf(kinds.payout, item)) return payoutSteps(Payout.parse(item));
  if (isOf(kinds.billing, item)) return billingSteps(BillingRecord.parse(item));
  if (isOf(kinds.formerCertificate, item)) return certificateSteps(item);
  if (isOf(kinds.certificate, item)) return wordSteps(item);
  if (isOf(kinds.job, item)) return jobSteps(Job.parse(item));
  if (isOf(kinds.work, item)) return workSteps(item);
  if (isOf(kinds.invitation, item)) return invitationSteps(item);
  if (isOf(kinds.organization, item)) return archiveSteps(item);
  if (isOf(kinds.apiKey, item)) return keySteps(item);
  if (isOf(kinds.audit, item)) return historySteps(item);
  return isOf(kinds.credentialPart, item) ? uploadSteps(item) : [];
}

/** What a certificate lacks: the word by which it is found among those of its credential. */
async function wordSteps(item: Item): Promise<Step[]> {
  const key = { pk: item.pk, sk: item.sk };
  const entry = searchEntryOf(item)!;
  const [before] = await batchGet([platformKeys.searchWords(key)]);
  const steps = indexSteps(key, before, entry);
  return before && (before.places as unknown[]).length === steps.length - 1 ? [] : steps;
}

/** What a key lacks that ends later than today: that its admins are reminded of it. */
async function keySteps(item: Item): Promise<Step[]> {
  const key = { pk: item.pk, sk: item.sk };
  const stored = StoredKey.parse(item);
  const wanted = keyDeadlines(stored);
  const at = wanted["key-expiry"];
  if (at === undefined || stored.expires_on <= new Date().toISOString()) return [];
  const [known] = await batchGet([platformKeys.deadline("key-expiry", at, key)]);
  return known === undefined ? [check(key, { where: { version: stored.version } }), ...schedule(key, {}, wanted)] : [];
}

/** What an audit row of a key or an endpoint lacks: its place in the history of connections. What is gone has its id for a name. */
async function historySteps(row: Item): Promise<Step[]> {
  const change = ConnectionRow.safeParse(row);
  if (!change.success) return [];
  const { organization_id, subject_id, event_id } = change.data;
  const view = organizationViews.connectionHistory(organization_id);
  if (await isListed(view, event_id)) return [];
  const of = [organizationKeys.apiKey(subject_id), webhookKeys.endpoint(organization_id, subject_id)];
  const [key, endpoint] = await batchGet(of);
  const name = key ? StoredKey.parse(key).name : endpoint && nameOf(EndpointRecord.parse(endpoint));
  return relist({ pk: row.pk, sk: row.sk }, event_id, [], [view], { name: name ?? subject_id });
}

/** What an organization lacks that was archived with work under way: that its people are told, and that the work ends. */
async function archiveSteps(item: Item): Promise<Step[]> {
  const organization = OrganizationRecord.parse(item);
  const { status, archived_at = "", organization_id } = organization;
  const deadlines = organizationEntity.deadlines?.(organization) ?? {};
  const ends = deadlines["archive-end"];
  if (ends === undefined || (await readTotal(submissionViews.underWay(organization_id))) === 0) return [];
  const isOver = ends <= new Date().toISOString();
  const wanted = isOver ? { "archive-end": ends } : deadlines; // nobody is told of a day that has passed
  const [known] = await batchGet([platformKeys.deadline("archive-end", ends, item)]);
  return known === undefined
    ? [check(item, { where: { status, archived_at } }), ...schedule({ pk: item.pk, sk: item.sk }, {}, wanted)]
    : [];
}

/**
 * A certificate is one item, which alone says whether it is shown. One of before certificates had an id gets one, and says
 * nothing of what the review found until its learner wants that. One that was erased and came back from a backup is erased
 * again.
 */
async function certificateSteps(item: Item): Promise<Step[]> {
  const said = FormerCertificate.parse(item);
  const { user_id, cred_id, application_id, organization_id } = said;
  const things = [submissionKeys.application(application_id), submissionKeys.applied(user_id, cred_id)];
  const [application, applied] = await batchGet(things);
  if (application?.certificate_id !== undefined)
    return [
      remove(item),
      ...[application, applied].flatMap((thing) => (thing?.certificate_hidden === undefined ? [] : [told(thing, {})])),
    ];
  if (!application || !applied || applied.certificate_id !== undefined) return [];
  const certificate_id = newCertificateId();
  const isErased = await hasTombstone(application_id);
  const asShown = applied.certificate_hidden === true ? ("hidden" as const) : ("shown" as const);
  const issued = issueSteps(
    {
      ...said,
      ...(isErased && deletedName),
      certificate_id,
      visibility: isErased ? "erased" : asShown,
      with_findings: false,
    },
    await drawPlace(organization_id),
    { recorded: "submission.completed" },
  );
  const made = issued.flatMap((step) => (step.kind === "write" && step.operation.Put?.Item) || []) as Item[];
  return [
    remove(item),
    ...issued,
    ...(await Promise.all(made.filter((each) => isOf(kinds.certificate, each)).map(wordSteps))).flat(),
    ...[application, applied].map((thing) => told(thing, { certificate_id })),
  ];
}

/** The step by which an application, or the pointer to it, leads to its certificate; its version stays, for forms that are open. */
function told(thing: Item, set: { readonly certificate_id?: string }): Step {
  return change(
    thing,
    { set: { ...set, certificate_hidden: undefined }, add: { version: 0 } },
    { where: { certificate_id: (thing.certificate_id as string | undefined) ?? { absent: true } } },
  );
}

/**
 * A submission lists the job that reviews it, which keeps its id and says which seat it is, and what was decided in a round under review becomes its
 * reviewer's alone again. It is no edit: the submission's version stays, for forms that are open.
 */
async function jobSteps({ application_id, credential_job_id: job_id }: Job): Promise<Step[]> {
  const [key, jobKey] = [submissionKeys.application(application_id), submissionKeys.job(job_id)];
  const [item, found] = await transactGet([key, jobKey]);
  if (!item || !found) return [];
  const [application, job] = [Application.parse(item), Job.parse(found)];
  const given = job.status === "open" || mayRelease(job) ? verdictsIn(application, job) : [];
  const { version: job_version, seat } = job;
  const named =
    found.seat === undefined
      ? [change(jobKey, { set: { seat }, add: { version: 0 } }, { where: { version: job_version } })]
      : [];
  if (application.seats.length > 0 && given.length === 0) return named;
  const seats: Seat[] = application.seats.length > 0 ? application.seats : [{ seat: "first", job_id, round: 1 }];
  const { version, round } = application;
  const sections = application.sections.map((section) =>
    given.some(({ section_id }) => section_id === section.section_id)
      ? { ...section, status: "submitted" as const, decided_by: undefined, decided_round: undefined }
      : section,
  );
  const listed = change(key, { set: { seats, sections }, add: { version: 0 } }, { where: { version } });
  if (given.length === 0) return [listed, ...named];
  const said = await batchGet(given.map(({ section_id }) => submissionKeys.work(application_id, section_id)));
  const accepted = sections.filter(({ status }) => status === "accepted").length;
  const counts = { sections_graded: accepted, sections_accepted: accepted };
  return [
    listed,
    change(jobKey, { set: { seat, verdicts: given, ...counts } }, { where: { version: job_version } }),
    ...given.flatMap((verdict, index): Step[] => {
      const { section_id } = verdict;
      const { grade = "", feedback = "", section_rubric, reviewed_on = job.updated_on } = Work.parse(said[index]);
      const ids = { credential_job_id: job_id, application_id, organization_id: job.organization_id };
      const result = { ...verdict, ...ids, round, grade, feedback, section_rubric, decided_on: reviewed_on };
      const unsaid = { grade: undefined, feedback: undefined, section_rubric: undefined, reviewed_on: undefined };
      return [
        create(submissionKeys.result(job_id, round, section_id), SectionResult.parse(result)),
        change(submissionKeys.work(application_id, section_id), { set: unsaid }),
      ];
    }),
  ];
}

/** What a section held in the round before gets an item of its own, and the work says which round it was written for. */
async function workSteps(item: Item): Promise<Step[]> {
  if (item.former === undefined) return [];
  const of = submissionKeys.application(idOf(item.pk));
  const [found, stored] = await transactGet([of, item]);
  if (!found || stored?.former === undefined) return [];
  const application = Application.parse(found);
  const [own, ...former] = versionsIn(application, [Work.parse(stored)]);
  return [
    check(of, { where: { version: application.version } }),
    change(item, { set: { round: own!.round, former: undefined } }),
    ...former.map(keepStep),
  ];
}

/** The verdicts of a round under review that an earlier release wrote into the submission, as far as it is known by whom. */
function verdictsIn({ sections, round }: Application, { acceptor }: Job): Verdict[] {
  return sections.flatMap(({ section_id, status, decided_by = acceptor, decided_round = round > 1 ? 0 : round }) =>
    (status === "accepted" && decided_round === round) || status === "rejected"
      ? decided_by === undefined
        ? []
        : [{ section_id, status, decided_by }]
      : [],
  );
}

/** An invitation that is over keeps no address. */
const invitationSteps = ({ pk, sk, status, email }: Item): Step[] =>
  (status === "used" || status === "withdrawn") && email !== ""
    ? [change({ pk, sk }, { set: withoutAddress }, { where: { status } })]
    : [];

/** What the uploads lack that a part of a credential's working copy holds: its id. */
async function uploadSteps(item: Item): Promise<Step[]> {
  const of = credentialKeys.credential(idOf(item.pk));
  const [credential, part] = await transactGet([of, item]);
  if (!credential || !part) return [];
  const { version, ...owner } = StoredCredential.parse(credential);
  const steps = fileUseSteps(owner, {}, holdingOf(part));
  const found = await batchGet(steps.map(({ key }) => key));
  const missing = steps.filter((_, index) => found[index] === undefined);
  return missing.length === 0 ? [] : [check(of, { where: { version } }), ...missing];
}

function holdingOf(part: Item): Parameters<typeof fileUseSteps>[1] {
  const name = credentialPartOf(part);
  if (name === "DETAILS") return { details: StoredDetails.parse(part) };
  return name === "CRITERIA" ? { criteria: StoredCriteria.parse(part) } : {};
}

/** A line of billing history is listed among those of its kinds, and a charge among its learner's purchases. */
function billingSteps(line: BillingRecord): Step[] {
  return line.kinds ? [] : [...changeLine(line), ...listPurchase(line)];
}

/** What a payout lacks: its place among all that its reviewer earned; and one of nothing is paid. */
async function payoutSteps(payout: Payout): Promise<Step[]> {
  const key = paymentKeys.payout(payout.credential_job_id, payout.part);
  const view = paymentViews.earnings(payout.user_id);
  const listed = await isListed(view, payoutSort(payout));
  const isNothing = payout.status === "due" && payout.pay_cents === 0;
  return [
    ...(listed ? [] : relist(key, payoutSort(payout), [], [view])),
    ...(isNothing
      ? [change(key, { set: { status: "paid", paid_on: payout.due_on } }, { where: { status: "due" } })]
      : []),
  ];
}

/** Somebody changed it meanwhile: the next run looks at it again. */
function unlessChanged(error: unknown): void {
  if (!(error instanceof Problem && error.code === "state.changed")) throw error;
}

async function isListed(view: string, sort: string): Promise<boolean> {
  const { items } = await queryPage({ pk: view, prefix: sort, limit: 1 });
  return items.some(({ sk }) => sk === sort);
}
