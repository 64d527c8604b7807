import { Job } from "../../shared/job/job.ts";
import { Application } from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { type Deadline, dueNow, finish } from "../data/deadlines.ts";
import { idOf, keys, views } from "../data/keys.ts";
import { eachListed } from "../data/list.ts";
import { get, type Item, transact } from "../data/table.ts";
import { jobEntity } from "./entity.ts";
import { jobKeyOf } from "./review.ts";
import { readTies } from "./ties.ts";

/**
 * Follows what a person has declared: open jobs that they may review, or whose learner they are, are offered anew; of a job
 * in hand whose reviewer is tied to its learner now, the admins are told.
 */
export async function followTies(deadline: Deadline): Promise<void> {
  const user_id = idOf(deadline.reference.pk);
  const offeredAnew = new Set<string>();
  const offerAnew = async (cred_id: string) => {
    if (offeredAnew.has(cred_id)) return;
    offeredAnew.add(cred_id);
    await transact([dueNow("reviewer-offers", keys.credential(cred_id))]);
  };
  const ofJob = async (item: Item) => {
    const job = Job.parse(item);
    if (job.status === "open") await offerAnew(job.cred_id);
    else await tellOfTie(job);
  };
  await eachListed(views.assignedCredentials(user_id), (item) => offerAnew(idOf(item.pk)));
  await eachListed(views.reviewerJobs(user_id, "open"), ofJob);
  await eachListed(views.reviewerJobs(user_id, "type=inprogress"), ofJob);
  await eachListed(views.submissions(user_id), async (item) => {
    const key = jobKeyOf(Application.parse(item));
    const job = key && (await get(Job, key));
    if (job && job.status !== "completed" && job.status !== "withdrawn") await ofJob({ ...job, ...key });
  });
  await transact([finish(deadline)]);
}

async function tellOfTie(job: Job): Promise<void> {
  const { acceptor = "" } = job;
  const [found] = await readTies(job, [acceptor]);
  if (found?.tied)
    await transact([audit("job.tied", { ...jobEntity.identify(job), actor_id: "system", reviewer_id: acceptor })]);
}
