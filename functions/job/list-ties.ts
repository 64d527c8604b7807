import { Problem } from "../../shared/http/problem.ts";
import { listTies } from "../../shared/job/tie-calls.ts";
import { readSummary } from "../credential/summary.ts";
import { implement } from "../runtime/implement.ts";
import { shownPerson } from "../user/shown-person.ts";
import { namedJob, readJob } from "./store.ts";
import { readTies } from "./ties.ts";

export const handler = implement(
  listTies,
  async ({ credential_job_id }, { organization_id, prefetched }) => {
    const { job } = await readJob({ credential_job_id, prefetched });
    if (job?.organization_id !== organization_id) throw new Problem("resource.not-found");
    const credential = await readSummary(job.cred_id);
    const had = job.acceptor === undefined ? [] : [job.acceptor];
    const reviewers = [...new Set([...had, ...(credential?.assigned_reviewers ?? [])])];
    const found = await readTies(job, reviewers);
    return {
      data: {
        no_other_ties: job.no_other_ties === true,
        reviewers: found.flatMap(({ reviewer_id, person, conflicts, waiver, tied }) =>
          person === undefined
            ? []
            : [
                {
                  first_name: shownPerson(person).first_name,
                  last_name: shownPerson(person).last_name,
                  user_id: reviewer_id,
                  accepted: reviewer_id === job.acceptor,
                  conflicts: [...conflicts],
                  waiver,
                  tied,
                },
              ],
        ),
      },
    };
  },
  namedJob,
);
