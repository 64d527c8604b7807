import { Problem } from "../../shared/http/problem.ts";
import { decline } from "../../shared/review/calls.ts";
import { acceptFault } from "../../shared/review/rules.ts";
import { lastWave, newOffers, toEverybody } from "../../shared/review/waves.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { put } from "../data/steps.ts";
import { amend } from "../data/transition.ts";
import { isOfferOver, tieKeys, tiesFound } from "../tie/model/ties.ts";
import { jobEntity } from "./model/entity.ts";
import { namedJob, readJob } from "./model/store.ts";

/** When nobody is left to whom the job is offered, it is offered to the next at once. */
export const handler = implement(
  decline,
  ({ credential_job_id, reason, note }, { actor, prefetched: [prefetched], commit }) =>
    retryWhenRaced(async () => {
      const { user_id } = actor;
      const { job, alsoFound } = await readJob({ credential_job_id, prefetched }, (named) => tieKeys(named, [user_id]));
      if (!job) throw new Problem("resource.not-found");
      const offers = job.offers ?? toEverybody(newOffers(job.created_on));
      const answer = { data: { credential_job_id } };
      if (offers.declined.some(({ reviewer_id }) => reviewer_id === user_id)) return answer;
      const fault = acceptFault(job, user_id);
      if (fault) throw new Problem(fault);
      const [ties] = tiesFound(job, [user_id], alsoFound);
      if (!ties || isOfferOver(ties)) throw new Problem("resource.not-found");
      const reviewers = job.reviewers.filter((each) => each !== user_id);
      const declined = [...offers.declined, { reviewer_id: user_id, reason, declined_on: now() }];
      const isNextTurn = reviewers.length === 0 && offers.wave < lastWave;
      const left = amend(jobEntity, {
        before: job,
        set: { reviewers, offers: { ...offers, declined, ...(isNextTurn && { next_on: now() }) } },
        events: [{ type: "job.declined", actor_id: user_id, reviewer_id: user_id }],
      });
      return commit(
        [
          ...left.steps,
          ...(note === "" ? [] : [put(submissionKeys.declineNote(user_id, credential_job_id), { note })]),
        ],
        answer,
      );
    }),
  namedJob,
);
