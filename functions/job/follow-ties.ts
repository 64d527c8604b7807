import { Job } from "../../shared/job/job.ts";
import { firstJobOf } from "../../shared/job/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { type Deadline, dueNow, finish } from "../data/deadlines.ts";
import { idOf, keys, views } from "../data/keys.ts";
import { eachListed } from "../data/list.ts";
import { get, type Item, transact } from "../data/table.ts";
import { jobEntity } from "./entity.ts";
import { readReview } from "./review.ts";
import { readTies } from "./ties.ts";

/**
 * Follows what a person has declared: open jobs that they may review, or whose learner they are, are offered anew; of a job
 * or another seat in hand whose reviewer is tied to its learner now, the admins are told.
 */
export async function followTies(deadline: Deadline): Promise<void> {
  const user_id = idOf(deadline.reference.pk);
  const offeredAnew = new Set<string>();
  const offerAnew = async (cred_id: string) => {
    if (offeredAnew.has(cred_id)) return;
    offeredAnew.add(cred_id);
    await transact([dueNow("reviewer-offers", keys.credential(cred_id))]);
  };
  const follow = async (job: Job) => {
    if (job.status === "open") await offerAnew(job.cred_id);
    else await tellOfTie(job);
  };
  const ofJob = (item: Item) => follow(Job.parse(item));
  await eachListed(views.assignedCredentials(user_id), (item) => offerAnew(idOf(item.pk)));
  await eachListed(views.reviewerJobs(user_id, "open"), ofJob);
  await eachListed(views.reviewerJobs(user_id, "type=inprogress"), ofJob);
  await eachListed(views.submissions(user_id), async (item) => {
    const { job, laterSeats } = await readReview(String(item.application_id));
    for (const seat of job ? [job, ...laterSeats] : [])
      if (seat.status !== "completed" && seat.status !== "withdrawn") await follow(seat);
  });
  await transact([finish(deadline)]);
}

/** Tells it of the submission's first seat: staff know of no other before the round is decided. */
async function tellOfTie(job: Job): Promise<void> {
  const { acceptor = "", application_id } = job;
  const [[found], application] = await Promise.all([
    readTies(job, [acceptor]),
    get(Application, keys.application(application_id)),
  ]);
  const first = application && firstJobOf(application);
  if (!found?.tied || first === undefined) return; // an anchor's work has no application, and nobody's
  const named = { ...jobEntity.identify(job), subject_id: first, credential_job_id: first };
  await transact([audit("job.tied", { ...named, actor_id: "system", reviewer_id: acceptor })]);
}
