import { Calibration } from "../../../../shared/calibration/anchor.ts";
import { expiryOf } from "../../../../shared/calibration/calibration.ts";
import { SeededAnchors } from "../../../../shared/calibration/seeded-anchor.ts";
import type { AnchorJob } from "../../../../shared/review/job.ts";
import { isTied } from "../../../../shared/tie/ties.ts";
import { kinds } from "../../../data/keys/kinds.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { qualityKeys } from "../../../data/keys/quality.ts";
import { submissionKeys, submissionViews } from "../../../data/keys/submission.ts";
import { tieKeys, tiesFound } from "../../../tie/model/ties.ts";
import type { Invariant, Verify } from "./invariant.ts";
import type { Table } from "./table.ts";

/** Where an anchor's job may be listed: with its reviewer, with its credential while it is open, and among anchors. */
const isOwnList = ({ cred_id, organization_id, anchor }: AnchorJob, view: string): boolean =>
  view === submissionViews.anchorJobs(organization_id) ||
  view === submissionViews.openJobs(cred_id) ||
  view.startsWith(submissionViews.reviewerJobs(anchor.reviewer_id, "")) ||
  view.startsWith(kinds.deadline.pk);

/** Of an anchor among jobs, that there is nothing of it but the job, what its reviewer said, and their pay. */
function checkAnchorJob(table: Table, job: AnchorJob, verify: Verify): void {
  const { credential_job_id, application_id, learner_id, cred_id, acceptor, reviewers, status, anchor } = job;
  const { reviewer_id, anchor_id } = anchor;
  const isTheirs = [...reviewers, acceptor ?? reviewer_id].every((each) => each === reviewer_id);
  verify(isTheirs, `${credential_job_id} is offered to others than ${reviewer_id}`);
  const isAlone = table.partition(submissionKeys.application(application_id).pk).length === 0;
  verify(
    isAlone && table.get(organizationKeys.user(learner_id)) === undefined,
    `${credential_job_id} is of a submission`,
  );
  const rows = table.ledgerOf(application_id);
  verify(
    rows.every(({ event }) => event === "seat"),
    `${credential_job_id} is in the ledger with more than its pay`,
  );
  const billed = table.billing.filter((row) => row.application_id === application_id);
  verify(
    billed.every(({ kind, credential_job_id: of }) => kind === "pay" && of === credential_job_id),
    `${credential_job_id} is billed for more than its pay`,
  );
  const paid = table.payouts.filter((each) => each.credential_job_id === credential_job_id);
  const cents = paid.reduce((sum, { pay_cents }) => sum + pay_cents, 0);
  const isDue = status === "completed" && !table.isBeingPaid(credential_job_id);
  const isRight = isDue ? cents === job.reviewer_pay_cents : cents <= job.reviewer_pay_cents;
  verify(isRight, `${credential_job_id} is ${status} and paid ${cents}`);
  const seededAnchors = table.get(qualityKeys.seededAnchors(reviewer_id, cred_id));
  if (seededAnchors === undefined) return; // it went with its reviewer's account
  const own = SeededAnchors.parse(seededAnchors).seeds.filter((seed) => seed.anchor_id === anchor_id);
  const [seed] = own;
  verify(
    own.length === 1 && seed?.credential_job_id === credential_job_id,
    `${anchor_id} is not once ${reviewer_id}'s`,
  );
  const isFinished = status === "revisionNeeded" || status === "completed";
  verify(
    (seed?.finished_on !== undefined) === isFinished,
    `${credential_job_id} is ${status}, its outcome says otherwise`,
  );
}

/**
 * Of each accept whose declarations are the same to this day, that no hard tie counted when it was offered that was not
 * waived: ties end by themselves, and none begins without a declaration.
 */
function checkTies({ jobs, audits, get }: Table, verify: Verify): void {
  const waivers = new Map(
    audits
      .filter(({ type }) => type === "job.tie-waived")
      .map((row) => [`${row.application_id} ${row.reviewer_id} ${row.waiver_version}`, row]),
  );
  const offers = new Map<string, string[]>();
  for (const { type, subject_id, reviewer_id, at } of audits)
    if (type === "job.offered") {
      const name = `${subject_id} ${reviewer_id}`;
      offers.set(name, [...(offers.get(name) ?? []), String(at)]);
    }
  const seats = new Map(jobs.map((job) => [job.credential_job_id, job]));
  for (const { type, subject_id, at, reviewer_id, ...row } of audits) {
    const { reviewer_ties_version, learner_ties_version, waiver_version } = row;
    const seat = type === "job.accepted" ? seats.get(String(subject_id)) : undefined;
    if (seat === undefined || reviewer_ties_version === undefined) continue; // older rows do not say
    const people = [String(reviewer_id)];
    const before = (offers.get(`${subject_id} ${reviewer_id}`) ?? []).filter((each) => each <= String(at));
    const offered_on = before.toSorted().at(-1) ?? seat.created_on;
    const [found] = tiesFound(seat, people, tieKeys(seat, people).map(get), offered_on);
    const { reviewer = 0, learner = 0 } = found!.versions;
    if (reviewer !== reviewer_ties_version || learner !== learner_ties_version) continue;
    const waiver = waivers.get(`${seat.application_id} ${reviewer_id} ${waiver_version}`);
    const isWaived = waiver !== undefined && String(at) <= String(waiver.waiver_ends_on ?? at); // older rows do not say
    verify(!isTied(found!.conflicts, isWaived), `${seat.credential_job_id}: ${reviewer_id} was tied to its learner`);
  }
}

/** The invariants of who is calibrated, and of the anchors among their jobs: I29 and I31. */
export const calibration: readonly Invariant[] = [
  {
    id: "I29",
    says: "whoever accepted a job was calibrated then, where its submission asks for it, and no hard tie counted when it was offered to them that was not waived",
    within: {
      application(table, verify) {
        const { jobs, anchorJobs, applications, audits, passesOf } = table;
        const asking = new Set(applications.flatMap((each) => (each.calibration ? [each.application_id] : [])));
        const seats = new Map([...jobs, ...anchorJobs].map((job) => [job.credential_job_id, job]));
        for (const { type, subject_id, reviewer_id, at } of audits) {
          const seat = type === "job.accepted" ? seats.get(String(subject_id)) : undefined;
          if (seat === undefined || (seat.seat !== "anchor" && !asking.has(seat.application_id))) continue;
          const was = passesOf(reviewer_id, seat.cred_id).some(
            (pass) => String(pass.at) <= String(at) && String(at) < expiryOf(String(pass.at)),
          );
          verify(was, `${seat.credential_job_id}: ${reviewer_id} was not calibrated`);
        }
        checkTies(table, verify);
      },
      person({ of, get, passesOf }, verify) {
        for (const item of of(kinds.calibration)) {
          const { user_id, cred_id, tries } = Calibration.parse(item);
          const recorded = passesOf(user_id, cred_id).length;
          const passed = tries.filter((each) => each.passed).length;
          verify(passed <= recorded, `${user_id} passed ${cred_id} ${passed} times, recorded ${recorded}`);
          const published = get(qualityKeys.anchorSet(cred_id))?.frozen_on;
          verify(published !== undefined, `${user_id} practices for ${cred_id}, whose anchors are not published`);
        }
      },
    },
  },
  {
    id: "I31",
    says: "an anchor appears in no learner's, credential's or money figure but its own pay",
    within: {
      application(table, verify) {
        for (const job of table.anchorJobs) checkAnchorJob(table, job, verify);
        const ofAnchors = new Set(table.anchorJobs.map(({ application_id }) => application_id));
        const allowed = /^(?:job|section|seeded-anchor)\.|^payment\.(?:payable|paid-out)$/;
        for (const { type, application_id, subject_id, anchor_id } of table.audits) {
          if (!ofAnchors.has(String(application_id))) continue;
          verify(allowed.test(String(type)), `${subject_id} is counted as ${type}`);
          verify(type !== "payment.payable" || anchor_id !== undefined, `${subject_id} is paid as a review`);
        }
      },
      job({ anchorJobs, references }, verify) {
        for (const job of anchorJobs) {
          const { pk } = submissionKeys.job(job.credential_job_id);
          const stray = (references.get(pk) ?? []).filter((view) => !isOwnList(job, view));
          verify(stray.length === 0, `${job.credential_job_id} is listed in ${stray.join(" and ")}`);
        }
      },
    },
  },
];
