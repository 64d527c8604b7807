import { Problem } from "../../../shared/http/problem.ts";
import { Payment } from "../../../shared/payment/payment.ts";
import { paymentMachine } from "../../../shared/payment/states.ts";
import { nextState } from "../../../shared/platform/machine.ts";
import { Job } from "../../../shared/review/job.ts";
import { mayRelease } from "../../../shared/review/rules.ts";
import { jobMachine } from "../../../shared/review/states.ts";
import { isUnderWay } from "../../../shared/submission/rules.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { audit } from "../../data/audit.ts";
import { type Deadline, daysAfter, drop, finish } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { credentialViews } from "../../data/keys/credential.ts";
import { idOf, type Key } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { paymentKeys } from "../../data/keys/payment.ts";
import { submissionViews } from "../../data/keys/submission.ts";
import { eachListed } from "../../data/list.ts";
import { check, create, type Step } from "../../data/steps.ts";
import { batchGet, get, transact } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { organizationEntity } from "../../organization/model/organization-entity.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { Credit } from "../../payment/model/credit.ts";
import { earnedCents, earnPay } from "../../payment/model/earned-pay.ts";
import { releaseUnearnedPay } from "../../payment/model/unearned.ts";
import { clock } from "../../runtime/clock.ts";
import { applicationEntity } from "../../submission/model/application-entity.ts";
import { type Review, readReview } from "../../submission/model/review.ts";
import { jobEntity } from "./entity.ts";
import { refundSteps } from "./reversal.ts";
import { appealClosed, withdrawLaterSeats } from "./seats/withdraw-later-seats.ts";
import { withdrawSeat } from "./seats/withdraw-seat.ts";

/** What is said of the credit that unfinished work became. */
const endedReason = "The organization was archived and the time to finish has passed.";
/** A run that died is gone on with within minutes. */
const MARKER_DAYS = 30;

/** Tells the learner and the reviewers of each piece of work under way in an archived organization, each once. */
export async function tellOfArchive(deadline: Deadline): Promise<void> {
  const organization = await archivedOf(deadline);
  if (organization === undefined) return drop(deadline);
  await eachUnderWay(organization.organization_id, (application) => tellPeople(application, deadline.at));
  await eachListed(submissionViews.anchorJobs(organization.organization_id), (item) =>
    tellOfAnchor(Job.parse(item), deadline.at),
  );
  await drop(deadline);
}

async function tellPeople({ application_id, organization_id }: Application, archived_at: string): Promise<void> {
  const marker = organizationKeys.archiveTold(organization_id, archived_at, application_id);
  const { application, job, laterSeats, alsoFound } = await readReview(application_id, [marker]);
  if (alsoFound[0] !== undefined || application === undefined || !isUnderWay(application)) return;
  const ids = applicationEntity.auditIds(application);
  await tell({ organization_id, archived_at, marker }, [
    audit("application.archive-told", { ...ids, actor_id: "system" }),
    ...[...(job ? [job] : []), ...laterSeats].flatMap(tellReviewer),
  ]);
}

/** Tells the reviewer of an anchor that waits for a revision, as any other's; those that do not are taken back. */
async function tellOfAnchor(anchor: Job, archived_at: string): Promise<void> {
  const { organization_id, credential_job_id, status } = anchor;
  const marker = organizationKeys.archiveTold(organization_id, archived_at, credential_job_id);
  if (status !== "revisionNeeded" || (await batchGet([marker]))[0] !== undefined) return;
  await tell({ organization_id, archived_at, marker }, tellReviewer(anchor));
}

/** The event that tells a reviewer who has something left to do, of the seat they have in hand. */
const tellReviewer = (job: Job): Step[] =>
  job.acceptor !== undefined && (mayRelease(job) || job.status === "revisionNeeded")
    ? [audit("job.archive-told", { ...jobEntity.auditIds(job), reviewer_id: job.acceptor, actor_id: "system" })]
    : [];

/** Writes events once, as long as the organization is archived. */
async function tell(
  { organization_id, archived_at, marker }: { organization_id: string; archived_at: string; marker: Key },
  events: readonly Step[],
): Promise<void> {
  const ttl = Math.floor(Date.parse(daysAfter(clock.iso(), MARKER_DAYS)) / 1000);
  await transact([
    check(organizationKeys.organization(organization_id), { where: { status: "archived", archived_at } }),
    create(marker, { organization_id, ttl }, { otherwise: new Problem("state.changed") }),
    ...events,
  ]);
}

/**
 * Ends what is under way in an organization that has been archived for long enough: what was paid becomes product credit,
 * decided sections are paid to their reviewers. What waits for the end of a dispute stays due.
 */
export async function endArchive(deadline: Deadline): Promise<void> {
  const organization = await archivedOf(deadline);
  if (organization === undefined) return drop(deadline);
  let isWaiting = false;
  await eachUnderWay(organization.organization_id, async ({ application_id }) => {
    if (!(await end(application_id, organization))) isWaiting = true;
  });
  if (!isWaiting) await transact([finish(deadline)]);
}

/** The organization a deadline is about; undefined when it was restored, or archived anew, since. */
async function archivedOf({ kind, at, reference }: Deadline): Promise<OrganizationRecord | undefined> {
  const organization = await get(OrganizationRecord, organizationKeys.organization(idOf(reference.pk)));
  return organization && organizationEntity.deadlines?.(organization)[kind] === at ? organization : undefined;
}

async function eachUnderWay(organization_id: string, work: (application: Application) => Promise<void>): Promise<void> {
  for (const status of ["published", "closed"]) {
    await eachListed(credentialViews.credentials(organization_id, { status }), ({ pk }) =>
      eachListed(submissionViews.applicants(idOf(pk)), async (item) => {
        const application = Application.parse(item);
        if (isUnderWay(application)) await work(application);
      }),
    );
  }
}

/** Ends one piece of work; false when it has to wait for the end of a dispute. */
async function end(application_id: string, { organization_id, archived_at }: OrganizationRecord): Promise<boolean> {
  const { application, job, laterSeats, appeal, alsoFound } = await readReview(application_id, [
    paymentKeys.payment(application_id),
  ]);
  if (application === undefined || !isUnderWay(application)) return true;
  const payment = alsoFound[0] && Payment.parse(alsoFound[0]);
  if (payment?.status === "disputed") return false;
  const [learner] = await batchGet([organizationKeys.user(application.user_id)]);
  const isSpendable = learner?.status !== "deleted";
  const refundable = payment && isSpendable && nextState(paymentMachine, payment.status, "refund") !== undefined;
  const otherwise = new Problem("state.changed");
  const steps = refundable
    ? refundSteps(
        { application, payment, job, laterSeats, appeal, credit: Credit.parse({ user_id: application.user_id }) },
        { reason: endedReason, actor_id: "system", because: "archive", otherwise },
      ).steps
    : closeUnpaid(application, { payment, job, laterSeats, appeal });
  await transact([
    check(organizationKeys.organization(organization_id), { where: { status: "archived", archived_at: archived_at! } }),
    ...steps,
  ]);
  return true;
}

/** Work that nobody is given credit for: it was free, or its learner is gone. */
function closeUnpaid(
  application: Application,
  {
    payment,
    job,
    laterSeats,
    appeal,
  }: Pick<Review, "job" | "laterSeats" | "appeal"> & { readonly payment: Payment | undefined },
): Step[] {
  const at = now();
  const ended = job && nextState(jobMachine, job.status, "withdraw") ? job : undefined;
  const closed = transition(applicationEntity, "archiveEnds", {
    before: application,
    set: { closed_because: "archive", closed_on: at, ...appealClosed(application) },
    actor_id: "system",
    details: ended && { credential_job_id: ended.credential_job_id },
  });
  const released = releaseUnearnedPay(application, payment, earnedCents(job, application));
  if (ended === undefined) return [...closed.steps, ...released];
  const withdrawn = withdrawSeat(ended, { at, by: closed });
  return [
    ...closed.steps,
    ...released,
    ...withdrawn.steps,
    ...earnPay(withdrawn.after, application),
    ...withdrawLaterSeats({ laterSeats, appeal }, { at, otherwise: new Problem("state.changed"), by: closed }),
  ];
}
