import { Problem } from "../../shared/http/problem.ts";
import { reassign } from "../../shared/review/calls.ts";
import { mayReviewFor } from "../../shared/reviewer/eligibility.ts";
import { calibratedOf } from "../calibration/model/calibration.ts";
import { implement } from "../chain/implement.ts";
import { isWithin, readSummary } from "../credential/model/summary.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { check } from "../data/steps.ts";
import { withoutTied } from "../tie/model/ties.ts";
import { acceptanceSteps, readStandings } from "../user/model/reviewer-standing.ts";
import { reassignFault } from "./model/reassigning.ts";
import { seatReleaseSteps } from "./model/seats/seat-release.ts";
import { namedJob, readJob } from "./model/store.ts";

/**
 * Staff give a job to another reviewer, who may review for it at this very moment. A repeat, when staff were
 * the last to take it from anybody and it is open still, answers the same.
 */
export const handler = implement(
  reassign,
  ({ credential_job_id, reason }, { actor, prefetched: [prefetched], commit }) =>
    retryWhenRaced(async () => {
      const { job, application } = await readJob({ credential_job_id, prefetched });
      if (!application || job?.seat !== "first") throw new Problem("resource.not-found");
      const credential = await readSummary(job.cred_id);
      if (!isWithin(actor, credential)) throw new Problem("resource.not-found");
      const answer = { data: { credential_job_id, status: "open" as const } };
      if (job.status === "open" && job.reassign_reason !== undefined) return answer;
      const raced = new Problem("state.changed");
      if (job.status === "open") throw raced;
      const fault = reassignFault(job, actor);
      if (fault) throw new Problem(fault);
      const others = credential.assigned_reviewers.filter(
        (reviewer) => ![job.acceptor, application.user_id, ...(job.passed_over ?? [])].includes(reviewer),
      );
      const able = await calibratedOf(application, await withoutTied(job, others));
      const standings = [...(await readStandings(able)).values()];
      const other = standings.find((standing) => mayReviewFor(standing, credential));
      if (other === undefined) throw new Problem("job.nobody-else");
      return commit(
        [
          ...seatReleaseSteps("reassign", job, application, actor.user_id, { reason, otherwise: raced }),
          check(credentialKeys.credential(job.cred_id), {
            where: { assigned_reviewers: { contains: other.user_id } },
            otherwise: raced,
          }),
          ...acceptanceSteps(other, job.organization_id, raced).steps,
        ],
        answer,
      );
    }),
  namedJob,
);
