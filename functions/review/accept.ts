import type { Calibration } from "../../shared/calibration/anchor.ts";
import { Problem } from "../../shared/http/problem.ts";
import { accept } from "../../shared/review/calls.ts";
import type { Job } from "../../shared/review/job.ts";
import { acceptFault } from "../../shared/review/rules.ts";
import type { Application } from "../../shared/submission/submission.ts";
import { calibratedSteps, calibrationOf } from "../calibration/model/calibration.ts";
import { implement } from "../chain/implement.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { check, type Step } from "../data/steps.ts";
import { transition } from "../data/transition.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { applicationEntity } from "../submission/model/application-entity.ts";
import { type FoundTies, isOfferOver, tiedSteps, tieKeys, tiesFound, unchangedSteps } from "../tie/model/ties.ts";
import { acceptanceSteps, type ReadStanding, readStanding } from "../user/model/reviewer-standing.ts";
import { type TakenDays, takenDays, takingKeys } from "./model/deadlines/taken-days.ts";
import { jobEntity } from "./model/entity.ts";
import { namedJob, readJob } from "./model/store.ts";

/** Taken, or only changed (its reviewers were): the next reading tells which. */
const race = { raced: "job.already-taken" } as const;

export const handler = implement(
  accept,
  ({ credential_job_id, no_other_ties }, { actor, prefetched: [prefetched], commit }) =>
    retryWhenRaced(async () => {
      const reviewers = [actor.user_id];
      const { job, application, alsoFound } = await readJob({ credential_job_id, prefetched }, (named) => [
        ...tieKeys(named, reviewers),
        qualityKeys.calibration(actor.user_id, named.cred_id),
        ...takingKeys(named),
      ]);
      if (!job || !application) throw new Problem("resource.not-found");
      if (job.acceptor === actor.user_id) return { data: { credential_job_id, status: job.status } };
      const fault = acceptFault(job, actor.user_id);
      if (fault) throw new Problem(fault);
      const [ties] = tiesFound(job, reviewers, alsoFound);
      const [stored, ...taking] = alsoFound.slice(tieKeys(job, reviewers).length);
      const calibration = calibrationOf(stored);
      if (!ties || isOfferOver(ties)) throw new Problem("resource.not-found");
      await requireStillOpen(job.organization_id, actor);
      const standing = await readStanding(actor.user_id);
      return commit(
        acceptSteps(job, application, {
          standing,
          ties,
          calibration,
          no_other_ties,
          days: takenDays(job, application, [alsoFound[0], ...taking]),
        }),
        {
          data: { credential_job_id, status: "accepted" as const },
        },
      );
    }, race),
  namedJob,
);

/** What accepting a job rests on besides the job. */
interface Acceptance {
  readonly standing: ReadStanding;
  readonly ties: FoundTies;
  readonly calibration: Calibration | undefined;
  readonly no_other_ties: true | undefined;
  readonly days: TakenDays;
}

/**
 * One transaction: nobody has accepted the job, and at this very moment the reviewer may review for its credential, is
 * calibrated where that is wanted, and is tied to the learner by nothing that came before the offer. What was declared since
 * is told to the admins.
 */
function acceptSteps(
  job: Job,
  application: Application,
  { standing, ties, calibration, no_other_ties, days }: Acceptance,
): Step[] {
  const otherwise = new Problem("job.already-taken");
  const { user_id } = standing;
  const acceptance = acceptanceSteps(standing, job.organization_id);
  const { accepted_in } = acceptance;
  const accepted = transition(jobEntity, "accept", {
    before: job,
    set: { acceptor: user_id, accepted_in, no_other_ties, in_hand_minutes: job.review_minutes, ...days },
    where: { acceptor: { absent: true } },
    otherwise,
    actor_id: user_id,
    details: {
      reviewer_id: user_id,
      accepted_in_id: accepted_in,
      reviewer_ties_version: ties.versions.reviewer ?? 0,
      learner_ties_version: ties.versions.learner ?? 0,
      ...(ties.waiver && { waiver_version: ties.waiver.version }),
    },
  });
  return [
    ...accepted.steps,
    check(credentialKeys.credential(job.cred_id), {
      where: { assigned_reviewers: { contains: user_id } },
      otherwise: new Problem("resource.not-found"),
    }),
    ...acceptance.steps,
    ...unchangedSteps(ties, otherwise),
    ...(job.seat === "first" ? tiedSteps(jobEntity.auditIds(job), ties) : []),
    ...calibratedSteps(application, user_id, { stored: calibration, otherwise }),
    ...(job.seat === "first"
      ? transition(applicationEntity, "jobAccepted", { before: application, otherwise, recordedBy: accepted }).steps
      : []),
  ];
}
