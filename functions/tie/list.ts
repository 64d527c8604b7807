import * as z from "zod";
import { UserId } from "../../shared/http/fields.ts";
import { Problem } from "../../shared/http/problem.ts";
import type { Job } from "../../shared/review/job.ts";
import { isWaitingForAdmin } from "../../shared/review/rules.ts";
import type { RankedReviewer } from "../../shared/review/waves.ts";
import { list, type ReviewerTies } from "../../shared/tie/calls.ts";
import { implement } from "../chain/implement.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { batchGet } from "../data/table.ts";
import { namedJob, readJob } from "../review/model/store.ts";
import { readTies } from "./model/ties.ts";

const Assigned = z.object({ assigned_reviewers: z.array(UserId) });

/** Of the people whom an organization chose, and of who has the job; nobody who is not there any more. */
export const handler = implement(
  list,
  async ({ credential_job_id }, { organization_id, prefetched: [prefetched] }) => {
    const { job, alsoFound } = await readJob({ credential_job_id, prefetched }, ({ cred_id }) => [
      credentialKeys.credential(cred_id),
    ]);
    if (job?.organization_id !== organization_id || job.seat !== "first") throw new Problem("resource.not-found");
    const acceptor = isWaitingForAdmin(job) ? undefined : job.acceptor; // who decides is not told who sat where
    const { assigned_reviewers } = Assigned.parse(alsoFound[0]);
    const [found, notes] = await Promise.all([
      readTies(job, [...new Set([...(acceptor ? [acceptor] : []), ...assigned_reviewers])]),
      readNotes(job),
    ]);
    return {
      data: {
        no_other_ties: job.no_other_ties === true,
        reviewers: found.flatMap(({ reviewer_id, person, declared, waiver, tied }) =>
          person === undefined
            ? []
            : [
                {
                  user_id: reviewer_id,
                  first_name: String(person.first_name),
                  last_name: String(person.last_name),
                  accepted: reviewer_id === acceptor,
                  conflicts: [...declared],
                  waiver,
                  tied,
                  ...offerTo(job, reviewer_id, notes.get(reviewer_id)),
                },
              ],
        ),
      },
    };
  },
  namedJob,
);

/** What those who declined a job told the admins. */
async function readNotes({ credential_job_id, offers }: Job): Promise<ReadonlyMap<string, string>> {
  const ids = (offers?.declined ?? []).map(({ reviewer_id }) => reviewer_id);
  const items =
    ids.length === 0 ? [] : await batchGet(ids.map((id) => submissionKeys.declineNote(id, credential_job_id)));
  return new Map(ids.map((id, at) => [id, String(items[at]?.note ?? "")]));
}

/** How the job was offered to somebody, and what they said of it. */
function offerTo(
  { status, reviewers, offers }: Job,
  user_id: string,
  note = "",
): Pick<ReviewerTies, "offered" | "offer" | "declined"> {
  const place = 1 + (offers?.ranked.findIndex(({ reviewer_id }) => reviewer_id === user_id) ?? -1);
  const ranked = offers?.ranked[place - 1];
  const declined = offers?.declined.find(({ reviewer_id }) => reviewer_id === user_id);
  return {
    offered: status === "open" && reviewers.includes(user_id),
    ...(ranked && { offer: { ...reasonsOf(ranked), place } }),
    ...(declined && { declined: { ...declined, note } }),
  };
}

/** What of a place in the order admins may know: what somebody has in hand, and when they took it, counts seats they may not. */
const reasonsOf = ({ calibrated, soft_tie, skills_matched, skills_total }: RankedReviewer) => ({
  calibrated,
  soft_tie,
  skills_matched,
  skills_total,
});
