import { Job } from "../../../shared/review/job.ts";
import { firstJobOf } from "../../../shared/review/rules.ts";
import type { Application } from "../../../shared/submission/submission.ts";
import { Ties } from "../../../shared/tie/declared-ties.ts";
import { type Deadline, dueNow, finish } from "../../data/deadlines.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { idOf } from "../../data/keys/key.ts";
import { reviewerViews } from "../../data/keys/reviewer.ts";
import { submissionViews } from "../../data/keys/submission.ts";
import { eachListed } from "../../data/list.ts";
import type { Step } from "../../data/steps.ts";
import { get, transact } from "../../data/table.ts";
import { readReview } from "../../submission/model/review.ts";
import { readTies, tiedSteps } from "../../tie/model/ties.ts";
import { jobEntity } from "./entity.ts";

/**
 * Follows what a person has declared: of each first seat in hand whose reviewer is tied to its learner by it, and who
 * accepted before, the admins are told; of others once their round is decided ({@link laterTiedSteps}). Open jobs follow
 * once it counts ({@link offerAnew}), and at once where it did.
 */
export async function followTies(deadline: Deadline): Promise<void> {
  const user_id = idOf(deadline.reference.pk);
  const declared_on = (await get(Ties, deadline.reference))?.updated_on ?? deadline.at;
  const follow = async (job: Job) => {
    if (job.seat === "first" && (job.accepted_on ?? "") < declared_on) await tellOfTie(job); // accepting tells of what came before
  };
  await eachListed(submissionViews.reviewerJobs(user_id, "type=inprogress"), (item) => follow(Job.parse(item)));
  await eachLearnersSeat(user_id, async (seat) => {
    if (isInHand(seat)) await follow(seat);
  });
  await offerAnew(deadline);
}

const isInHand = ({ status, acceptor }: Job): boolean =>
  acceptor !== undefined && status !== "completed" && status !== "withdrawn";

/** Offers open jobs anew that a person may review, or whose learner they are, as something they declared begins or ends to count. */
export async function offerAnew(deadline: Deadline): Promise<void> {
  const user_id = idOf(deadline.reference.pk);
  const credentials = new Set<string>();
  const collect = async ({ status, cred_id }: Job) => {
    if (status === "open") credentials.add(cred_id);
  };
  await eachListed(reviewerViews.assignedCredentials(user_id), async (item) => {
    credentials.add(idOf(item.pk));
  });
  await eachListed(submissionViews.reviewerJobs(user_id, "open"), (item) => collect(Job.parse(item)));
  await eachLearnersSeat(user_id, collect);
  for (const cred_id of credentials) await transact([dueNow("reviewer-offers", credentialKeys.credential(cred_id))]);
  await transact([finish(deadline)]);
}

/** Does the work for every seat of a learner's submissions. */
const eachLearnersSeat = (user_id: string, work: (seat: Job) => Promise<void>): Promise<void> =>
  eachListed(submissionViews.submissions(user_id), async (item) => {
    const { job, laterSeats } = await readReview(String(item.application_id));
    for (const seat of job ? [job, ...laterSeats] : []) await work(seat);
  });

/** Tells the admins where the reviewer of a first seat is tied to its learner, or will be. */
async function tellOfTie(job: Job): Promise<void> {
  const found = await tiesOfAcceptor(job);
  for (const ties of found) await transact(tiedSteps(jobEntity.auditIds(job), ties));
}

const tiesOfAcceptor = (job: Job) => readTies(job, job.acceptor === undefined ? [] : [job.acceptor]);

/** The steps that tell the admins of ties of a later seat that is over with its round, under the first: before, staff know of none. */
export async function laterTiedSteps(job: Job, application: Application): Promise<Step[]> {
  const first = firstJobOf(application);
  if (job.seat === "first" || job.seat === "anchor" || job.status !== "completed" || !first) return [];
  const named = { ...jobEntity.auditIds(job), subject_id: first, credential_job_id: first };
  return (await tiesOfAcceptor(job)).flatMap((ties) => tiedSteps(named, ties));
}
