import { PracticeConsent } from "../../../shared/calibration/anchor.ts";
import { StoredFile, uploadsOf } from "../../../shared/file/file.ts";
import { Payment } from "../../../shared/payment/payment.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import { isUnderWay } from "../../../shared/submission/rules.ts";
import { applicationMachine } from "../../../shared/submission/states.ts";
import { Application, Work } from "../../../shared/submission/submission.ts";
import { Notice } from "../../../shared/user/notice.ts";
import { endConsentSteps } from "../../calibration/model/consented-work.ts";
import { settleCertificates } from "../../certificate/model/account-deletion.ts";
import { retireAccount } from "../../clients/cognito.ts";
import { eraseObjects, keysBelow } from "../../clients/erased-objects.ts";
import { abortParts } from "../../clients/parted-uploads.ts";
import { type Deadline, drop, finish } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { fileKeys } from "../../data/keys/file.ts";
import type { Key } from "../../data/keys/key.ts";
import { organizationKeys, organizationViews } from "../../data/keys/organization.ts";
import { paymentKeys } from "../../data/keys/payment.ts";
import { platformKeys } from "../../data/keys/platform.ts";
import { qualityKeys } from "../../data/keys/quality.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { submissionKeys, submissionViews } from "../../data/keys/submission.ts";
import { eachListed } from "../../data/list.ts";
import { change, remove } from "../../data/steps.ts";
import { batchGet, get, type Item, queryAll, transact } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { forgetSteps, isParted } from "../../file/model/parted.ts";
import { releaseUnearnedPay } from "../../payment/model/unearned.ts";
import { picturesOf } from "../../pictures/keep-picture.ts";
import { applicationEntity } from "../../submission/model/application-entity.ts";
import { readFormer } from "../../submission/model/handed-in.ts";
import { readReview } from "../../submission/model/review.ts";
import { removeNoticeSteps } from "../../user/model/notices.ts";
import { deletedName, pseudonymOf } from "../../user/model/pseudonym.ts";
import { Erasure } from "../../user/model/record.ts";

/** Most writes of one transaction. */
const stepsAtOnce = 100;

/** What goes whole, whatever there is of it. */
const keptOf = [
  credentialKeys.allUnfinished,
  fileKeys.allBegun,
  qualityKeys.calibrations,
  qualityKeys.allSeededAnchors,
  submissionKeys.declineNotes,
  qualityKeys.lookBacks,
  submissionKeys.reviewers,
  (user_id: string) => ({ pk: organizationViews.notices(user_id) }), // earlier releases listed all notices there
];

/**
 * Erases what is left of a deleted person, step by step and each step again when a run died: the pool's account, files,
 * notices, account pages, unfinished steps, tries at anchors, words about declined jobs, look-backs, the work on
 * submissions and what was made of it. Work that a reviewer has in hand is erased when its review has ended, the bank
 * account when everything earned is paid out; until then the deadline stays.
 */
export async function erase(deadline: Deadline): Promise<void> {
  const erasure = await get(Erasure, deadline.reference);
  if (!erasure) return drop(deadline);
  const { user_id, email, files } = erasure;
  const places = new Set(erasure.organization_ids);
  await retireAccount(email, user_id, pseudonymOf(user_id));
  await settleCertificates(user_id);
  const begun = await queryAll(fileKeys.allBegun(user_id));
  await removeFiles([...files, ...begun.map(({ key }) => String(key))]);
  await eraseObjects("media", picturesOf(user_id));
  for (const item of await queryAll(organizationKeys.noticesOf(user_id)))
    await transact(removeNoticeSteps(user_id, Notice.parse(item)));
  for (const kept of keptOf) {
    const found = (await queryAll(kept(user_id))).map(({ pk, sk }): Key => ({ pk, sk }));
    for (let at = 0; at < found.length; at += stepsAtOnce)
      await transact(found.slice(at, at + stepsAtOnce).map((key) => remove(key)));
  }
  const pages = (await queryAll(reviewerKeys.issuerProfiles(user_id))).map(({ pk, sk }): Key => ({ pk, sk }));
  const rewritten = [
    organizationKeys.scech,
    organizationKeys.passwordReset,
    organizationKeys.factor,
    organizationKeys.factorSetup,
    reviewerKeys.reviewer,
    reviewerKeys.comments,
  ].map((keyOf) => keyOf(user_id)); // by requests under way
  await transact([...pages, ...rewritten].map((key) => remove(key)));
  let waits = await isOwedPay(user_id);
  if (!waits) await transact([remove(reviewerKeys.bank(user_id))]);
  await eachListed(submissionViews.submissions(user_id), async (item) => {
    places.add(String(item.organization_id));
    if (!(await eraseWork(item))) waits = true;
  });
  if (waits) return;
  // where they had left before, and uploaded what no work has
  for (const { organization_id } of await queryAll({ pk: platformKeys.audit(user_id, "").pk }))
    if (organization_id) places.add(String(organization_id));
  for (const organization_id of places)
    for (const folder of ["submissions", "certificates"] as const) // what they took out of their work again, too
      await removeFiles(await keysBelow("files", uploadsOf(folder, { organization_id, user_id })));
  await transact([finish(deadline), remove(deadline.reference), remove(reviewerKeys.ties(user_id))]);
}

async function removeFiles(objectKeys: readonly string[]): Promise<void> {
  for (const objectKey of objectKeys) {
    const file = await get(StoredFile, fileKeys.file(objectKey));
    if (file && isParted(file)) await abortParts(file);
    if (file) await transact(forgetSteps(file)); // its name stands there, too
    await eraseObjects("files", objectKey);
  }
}

async function isOwedPay(user_id: string): Promise<boolean> {
  const [amounts] = await batchGet([platformKeys.amounts(submissionViews.reviewerJobs(user_id, "completed"))]);
  return Number(amounts?.pay_cents ?? 0) > Number(amounts?.paid_cents ?? 0);
}

/** Erases the work on a submission; false when it has to wait for a review or a payment. */
async function eraseWork(item: Item): Promise<boolean> {
  const application = Application.parse(item);
  const { application_id } = application;
  if (nextState(applicationMachine, application.status, "leave") !== undefined) {
    const [begun] = await batchGet([paymentKeys.payment(application_id)]);
    const payment = begun && Payment.parse(begun);
    if (payment?.status === "open" || payment?.status === "disputed") return false;
    await leave(application, payment);
  } else if (isUnderWay(application)) return false;
  const works = (await queryAll(submissionKeys.works(application_id))).map((item) => Work.parse(item));
  const written = await readFormer(application_id);
  const nothing = { response: "", links: [], attachments: [], options: [] };
  for (const { attachments, former, set_aside, section_id } of works) {
    const others = [former, set_aside].flatMap((other) => other?.attachments ?? []);
    await removeFiles([...attachments, ...others].map(({ key }) => key));
    const set = { ...nothing, former: undefined, set_aside: undefined };
    await transact([change(submissionKeys.work(application_id, section_id), { set })]);
  }
  for (const { attachments, section_id, round } of written) {
    await removeFiles(attachments.map(({ key }) => key));
    await transact([change(submissionKeys.formerWork(application_id, section_id, round), { set: nothing })]);
  }
  const consent = await get(PracticeConsent, qualityKeys.practiceConsent(application.organization_id, application_id));
  if (consent) await transact(endConsentSteps(consent, "system"));
  if (application.appeal) await transact([change(submissionKeys.appeal(application_id), { set: { text: "" } })]);
  for (const { pk, sk } of await queryAll(submissionKeys.waivers(application_id))) await transact([remove({ pk, sk })]);
  if (application.declaration || application.revision_note) {
    const set = { declaration: undefined, revision_note: undefined };
    await transact([change(submissionKeys.application(application_id), { set })]);
  }
  const { job: first } = await readReview(application_id);
  const later = (first?.later_seats ?? []).map(({ job_id }) => job_id);
  for (const id of first ? [first.credential_job_id, ...later] : [])
    await transact([change(submissionKeys.job(id), { set: { learner: deletedName } })]);
  return true;
}

async function leave(application: Application, payment: Payment | undefined): Promise<void> {
  await transact([
    ...transition(applicationEntity, "leave", {
      before: application,
      set: { closed_because: "account-deleted", closed_on: now() },
      actor_id: "system",
    }).steps,
    ...releaseUnearnedPay(application, payment),
  ]);
}
