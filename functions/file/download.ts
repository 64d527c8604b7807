import { download } from "../../shared/file/calls.ts";
import { FileUse, StoredFile } from "../../shared/file/file.ts";
import { Problem } from "../../shared/http/problem.ts";
import { reachOf } from "../../shared/permissions.ts";
import { seatPrefix } from "../../shared/platform/environment.ts";
import { FirstJob, Job } from "../../shared/review/job.ts";
import { seatsOf } from "../../shared/review/rules.ts";
import { Application } from "../../shared/submission/submission.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { maySee, summaryOf } from "../credential/model/summary.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { fileKeys } from "../data/keys/file.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { submissionKeys, submissionViews } from "../data/keys/submission.ts";
import { listReferences } from "../data/list.ts";
import { batchGet, get, queryAll } from "../data/table.ts";
import { uploadOfDispute } from "../review/model/disputed-work.ts";
import { uploadOfSeat, uploadsSeen } from "../review/model/seen-work.ts";
import { handOut, handOutCopy, handOutToPlay, isPlayed } from "./model/hand-out.ts";

const SUBMISSIONS_MAX = 100;
/** The newest of a reviewer's jobs that are looked at. */
const JOBS_MAX = 100;

export const handler = implement(download, async ({ key, use }, { actor }) => {
  const isOfSeat = key.startsWith(seatPrefix);
  const file = await (isOfSeat ? findSeatFile(key, actor) : findUpload(key, actor));
  if (file === undefined) throw new Problem("resource.not-found");
  const isOwn = file.user_id === actor.user_id;
  const isOthersWork = file.folder === "submissions" && !isOwn;
  const url = await (use === "play" && (isOfSeat || isOwn) && isPlayed(file)
    ? handOutToPlay(file, { isOwn })
    : isOthersWork
      ? handOutCopy(file)
      : handOut(file));
  return { data: { url, name: file.name, type: file.type, size: file.size_bytes } };
});

/** By a key of a seat, for its reviewer, and for who has to decide between the seats of its round. */
async function findSeatFile(key: string, actor: Actor): Promise<StoredFile | undefined> {
  const { role, actions, user_id } = actor;
  const decides = reachOf("job:adjudicate", role, actions) !== undefined;
  const upload = await (role === "reviewer" ? uploadOfSeat(key, user_id) : decides && uploadOfDispute(key, actor));
  return upload ? get(StoredFile, fileKeys.file(upload)) : undefined;
}

async function findUpload(key: string, actor: Actor): Promise<StoredFile | undefined> {
  const file = await get(StoredFile, fileKeys.file(key));
  return file && (await mayRead(file, actor)) ? file : undefined;
}

/** Who reads whose uploads: shared/file/README.md, "Downloads". */
async function mayRead(file: StoredFile, actor: Actor): Promise<boolean> {
  if (file.user_id === actor.user_id) return true;
  const { role, organization_id } = actor;
  switch (file.folder) {
    case "resources":
      return mayReadMaterial(file, actor);
    case "support":
      if (role === "learner") return false;
      return (await mayReadMaterial(file, actor)) || (role === "reviewer" && reviewsWith(file, actor.user_id));
    case "certificates":
      return (role === "admin" || role === "issuer") && hasApplied(organization_id, file.user_id);
    case "imports":
      return false;
    case "submissions":
      return role === "reviewer" && accepted(file, actor.user_id);
  }
}

/** Whether the actor may see a credential that holds the upload. */
async function mayReadMaterial({ key }: StoredFile, actor: Actor): Promise<boolean> {
  const uses = await usesOf(key);
  const found = await batchGet(
    uses.flatMap(({ cred_id, organization_id }) => [
      credentialKeys.credential(cred_id),
      submissionKeys.applied(actor.user_id, cred_id),
      organizationKeys.organization(organization_id),
    ]),
  );
  return uses.some((_, index) => {
    const [credential, applied, issuer] = found.slice(3 * index, 3 * index + 3);
    const issuerLives = issuer?.status === "active";
    return (
      credential !== undefined && maySee(actor, summaryOf(credential), { applied: applied !== undefined, issuerLives })
    );
  });
}

/** Whether the reviewer accepted a job of a credential that holds the upload, on whose list they may be no more. */
async function reviewsWith({ key }: StoredFile, reviewer_id: string): Promise<boolean> {
  const uses = await usesOf(key);
  if (uses.length === 0) return false;
  const { references } = await listReferences({
    view: submissionViews.reviewerJobs(reviewer_id, "all"),
    limit: JOBS_MAX,
  });
  const jobs = await batchGet(references);
  return jobs.some((job) => job?.acceptor === reviewer_id && uses.some(({ cred_id }) => cred_id === job.cred_id));
}

const usesOf = async (key: string) => (await queryAll(fileKeys.fileUses(key))).map((item) => FileUse.parse(item));

async function hasApplied(organization_id: string, reviewer_id: string): Promise<boolean> {
  const [application] = await batchGet([reviewerKeys.reviewerApplication(organization_id, reviewer_id)]);
  return application !== undefined;
}

/**
 * Whether the reviewer accepted a job and reads the file in the work that it judges. They are answered the keys of their
 * seats alone: the upload's own is asked for by pages that were opened before those were there, and by nothing else.
 */
async function accepted({ key, user_id: learner_id }: StoredFile, reviewer_id: string): Promise<boolean> {
  const { references } = await listReferences({
    view: submissionViews.submissions(learner_id),
    limit: SUBMISSIONS_MAX,
  });
  if (references.length === 0) return false;
  const applications = (await batchGet(references)).flatMap((item) => (item ? [Application.parse(item)] : []));
  const jobIds = applications.flatMap((each) => seatsOf(each).map(({ job_id }) => job_id));
  const first = (await batchGet(jobIds.map(submissionKeys.job))).flatMap((item) =>
    item ? [FirstJob.parse(item)] : [],
  );
  const laterIds = first.flatMap(({ later_seats = [] }) => later_seats.map(({ job_id }) => job_id));
  const later = laterIds.length > 0 ? await batchGet(laterIds.map(submissionKeys.job)) : [];
  const jobs = [...first, ...later.flatMap((item) => (item ? [Job.parse(item)] : []))];
  const mine = jobs.filter((job) => job.acceptor === reviewer_id);
  const seen = await Promise.all(
    mine.map(async (job) => {
      const application = applications.find(({ application_id }) => application_id === job.application_id)!;
      return uploadsSeen(job, application);
    }),
  );
  return seen.flat().includes(key);
}
