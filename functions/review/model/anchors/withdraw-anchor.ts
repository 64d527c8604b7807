import { type AnchorJob, Job } from "../../../../shared/review/job.ts";
import { mayReviewFor } from "../../../../shared/reviewer/eligibility.ts";
import { readAnchored } from "../../../calibration/model/anchored-work.ts";
import { readSummary } from "../../../credential/model/summary.ts";
import { audit } from "../../../data/audit.ts";
import { type Deadline, drop, dueNow } from "../../../data/deadlines.ts";
import { now } from "../../../data/ids.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { submissionKeys, submissionViews } from "../../../data/keys/submission.ts";
import { eachListed } from "../../../data/list.ts";
import type { Step } from "../../../data/steps.ts";
import { batchGet, get, transact } from "../../../data/table.ts";
import { transition } from "../../../data/transition.ts";
import { earnPay } from "../../../payment/model/earned-pay.ts";
import { readStanding } from "../../../user/model/reviewer-standing.ts";
import { deadlinesOf, isRunningAnchor, jobEntity } from "../entity.ts";
import { withdrawSeat } from "../seats/withdraw-seat.ts";

/** Whom an audit row about an anchor among jobs names, and what it happened to. */
export const seedBase = (job: AnchorJob) => ({
  ...jobEntity.auditIds(job),
  reviewer_id: job.anchor.reviewer_id,
  anchor_id: job.anchor.anchor_id,
});

/** The steps that take an anchor back, as an application that was closed; what was decided is paid. */
function withdrawSteps(before: AnchorJob): Step[] {
  const { credential_job_id } = before;
  return [
    ...withdrawSeat(before, { at: now(), by: { recorded: "seeded-anchor.withdrawn" } }).steps,
    audit("seeded-anchor.withdrawn", { ...seedBase(before), actor_id: "system" }),
    dueNow("job-pay", submissionKeys.job(credential_job_id)),
  ];
}

/** Takes an anchor back. */
export const withdrawAnchor = (job: AnchorJob): Promise<void> => transact(withdrawSteps(job));

/** Whether an anchor may stay with its reviewer: everything is live, they may review for it, and they have not refused it. */
async function mayStay({ cred_id, organization_id, anchor, status, offers, passed_over = [] }: AnchorJob) {
  const { reviewer_id } = anchor;
  const isRefused =
    passed_over.includes(reviewer_id) || offers?.declined.some((each) => each.reviewer_id === reviewer_id);
  if (status === "open" && isRefused) return false;
  const [credential, standing, [organization]] = await Promise.all([
    readSummary(cred_id),
    readStanding(reviewer_id),
    batchGet([organizationKeys.organization(organization_id)]),
  ]);
  const isLive = credential?.status === "published" && organization?.status === "active";
  return isLive && mayReviewFor(standing, credential);
}

/** The one whom an open anchor is offered to; takes it back, and answers nobody, where it may not stay with them. */
export async function anchorReviewer(job: AnchorJob): Promise<string[]> {
  if (await mayStay(job)) return [job.anchor.reviewer_id];
  await withdrawAnchor(job);
  return [];
}

/** Takes those anchors of an organization back, of all its credentials or one, that may not stay with their reviewers. */
export const followAnchors = (organization_id: string, cred_id?: string): Promise<void> =>
  eachListed(submissionViews.anchorJobs(organization_id), async (item) => {
    const job = Job.parse(item);
    if (job.seat !== "anchor" || (cred_id !== undefined && job.cred_id !== cred_id) || !isRunningAnchor(job)) return;
    if (job.status !== "revisionNeeded" && !(await mayStay(job))) await withdrawAnchor(job);
  });

/** Ends an anchor whose time is up: nobody took it, or its revision never came and its reviewer's pay is due. */
export async function endAnchor(deadline: Deadline): Promise<void> {
  const job = await get(Job, deadline.reference);
  if (job?.seat !== "anchor" || deadlinesOf(job)["anchor-end"] !== deadline.at) return drop(deadline);
  if (job.status === "open") return withdrawAnchor(job);
  const application = await readAnchored(job);
  if (!application) return drop(deadline);
  const { steps, after } = transition(jobEntity, "abandon", {
    before: job,
    set: { completed_on: now() },
    recordedBy: { recorded: "seeded-anchor.ended" },
  });
  await transact([
    ...steps,
    audit("seeded-anchor.ended", { ...seedBase(job), actor_id: "system" }),
    ...earnPay(after, application),
    dueNow("job-pay", submissionKeys.job(job.credential_job_id)),
  ]);
}
