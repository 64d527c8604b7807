import { Problem } from "../../shared/http/problem.ts";
import { release } from "../../shared/review/calls.ts";
import { mayRelease } from "../../shared/review/rules.ts";
import { implement } from "../chain/implement.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { seatReleaseSteps } from "./model/seats/seat-release.ts";
import { namedJob, readJob } from "./model/store.ts";

/** A repeat, when the job is open again and still offered to the reviewer, answers the same. */
export const handler = implement(
  release,
  async ({ credential_job_id }, { actor, prefetched: [prefetched], commit }) => {
    const { job, application } = await readJob({ credential_job_id, prefetched });
    const answer = { data: { credential_job_id, status: "open" as const } };
    if (!job || !application) throw new Problem("resource.not-found");
    if (job.status === "open" && job.reviewers.includes(actor.user_id)) return answer;
    if (job.acceptor !== actor.user_id) throw new Problem("resource.not-found");
    await requireStillOpen(job.organization_id, actor);
    if (!mayRelease(job)) throw new Problem("job.already-graded");
    return commit(seatReleaseSteps("release", job, application, actor.user_id), answer);
  },
  namedJob,
);
