import { Anchor } from "../../../../shared/calibration/anchor.ts";
import { type AnchorMarks, scoreOf } from "../../../../shared/calibration/calibration.ts";
import { isSeedPassed, SeededAnchors } from "../../../../shared/calibration/seeded-anchor.ts";
import { Problem } from "../../../../shared/http/problem.ts";
import { activeTimeName } from "../../../../shared/quality/active-time.ts";
import { isLate } from "../../../../shared/review/clock.ts";
import type { AnchorJob, SectionResult } from "../../../../shared/review/job.ts";
import { readAnchored } from "../../../calibration/model/anchored-work.ts";
import { agreedKey } from "../../../calibration/model/anchors.ts";
import { audit } from "../../../data/audit.ts";
import { dueNow } from "../../../data/deadlines.ts";
import { qualityKeys } from "../../../data/keys/quality.ts";
import { submissionKeys } from "../../../data/keys/submission.ts";
import { change, type Step } from "../../../data/steps.ts";
import { batchGet } from "../../../data/table.ts";
import { transition } from "../../../data/transition.ts";
import { earnPay } from "../../../payment/model/earned-pay.ts";
import { jobEntity } from "../entity.ts";
import type { FinishedSeat, SeatEnd } from "../seats/seat-end.ts";
import { seedBase } from "./withdraw-anchor.ts";

/**
 * The steps that end an anchor with its reviewer's last verdict: what they marked is compared with its key and kept beside
 * their calibration. The job goes on as the one it looks like: it is completed and paid, or a first seat waits for a revision.
 */
export async function finishAnchor({ verdicts, results, at }: FinishedSeat, job: AnchorJob): Promise<SeatEnd> {
  const recordedBy = { recorded: "seeded-anchor.finished" } as const;
  const isAccepted = verdicts.every(({ status }) => status === "accepted");
  const waits = !isAccepted && job.anchor.like === "first";
  const set = { verdicts: [...verdicts], graded_on: at };
  const { steps, after } = waits
    ? transition(jobEntity, "someRejected", { before: job, set, recordedBy })
    : transition(jobEntity, "finalize", { before: job, set: { ...set, completed_on: at }, recordedBy });
  const application = await readAnchored(after);
  if (!application) throw new Problem("resource.not-found");
  const isPaidAtOnce = !waits && job.anchor.like === "first";
  return {
    application,
    job: after,
    steps: [
      ...steps,
      ...(await outcomeSteps(job, results, at)),
      audit("seeded-anchor.finished", { ...seedBase(job), actor_id: job.acceptor ?? "" }),
      ...(isPaidAtOnce ? earnPay(after, application) : []),
      ...(waits ? [] : [dueNow("job-pay", submissionKeys.job(job.credential_job_id))]),
    ],
  };
}

/** Keeps how well the anchor was marked; nothing of a reviewer whose account was deleted meanwhile. */
async function outcomeSteps(
  { anchor: { anchor_id, reviewer_id }, cred_id, credential_job_id, due, review_minutes }: AnchorJob,
  results: readonly SectionResult[],
  at: string,
): Promise<Step[]> {
  const key = qualityKeys.seededAnchors(reviewer_id, cred_id);
  const [anchor, kept] = await batchGet([qualityKeys.anchor(cred_id, anchor_id), key]);
  const right = anchor && agreedKey(Anchor.parse(anchor));
  if (!right || !kept) return [];
  const { seeds, version } = SeededAnchors.parse(kept);
  const score = scoreOf([right], [marksOf(results)]);
  const seconds = Math.max(...results.map(({ active_seconds = 0 }) => active_seconds));
  const outcome = {
    finished_on: at,
    passed: isSeedPassed(score),
    score,
    ...(due && { in_time: !isLate(due, Date.parse(at)) }),
    ...(seconds > 0 && { active_time: activeTimeName(seconds, review_minutes) }),
  };
  const after = seeds.map((seed) => (seed.credential_job_id === credential_job_id ? { ...seed, ...outcome } : seed));
  return [change(key, { set: { seeds: after } }, { where: { version }, otherwise: new Problem("state.changed") })];
}

const marksOf = (results: readonly SectionResult[]): AnchorMarks =>
  results.map(({ section_id, status, section_rubric }) => ({
    section_id,
    status,
    marks: section_rubric?.marks ?? [],
  }));
