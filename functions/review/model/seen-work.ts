import { createHash } from "node:crypto";
import { seatPrefix } from "../../../shared/platform/environment.ts";
import { Job } from "../../../shared/review/job.ts";
import { asHandedIn, isAbout, withVerdicts } from "../../../shared/review/rules.ts";
import {
  Application,
  type FormerWork,
  type SectionResponse,
  type Work,
} from "../../../shared/submission/submission.ts";
import { readWorks } from "../../calibration/model/anchored-work.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { get } from "../../data/table.ts";
import { handedInFor, readFormer, responseOf, versionsIn } from "../../submission/model/handed-in.ts";

/** The work on a section as a seat's reviewer reads it, with what they read of it the round before. */
export interface SeenWork {
  readonly work: SectionResponse;
  readonly former?: SectionResponse;
}

/** All work that what a job judges holds, and ever held. */
export interface StoredWork {
  readonly works: readonly Work[];
  readonly former: readonly FormerWork[];
}

/** Reads it: the former after the present, so that what is written over meanwhile is not missed. */
export async function readStoredWork(job: Job): Promise<StoredWork> {
  const works = await readWorks(job);
  return { works, former: await readFormer(job.application_id) };
}

/** Whether who has a first seat judged a section in the round before, as far as that is known: an earlier release kept nobody. */
export const judgedBefore = (
  { seat, acceptor }: Job,
  section: { decided_by?: string | undefined } | undefined,
): boolean => seat === "first" && (section?.decided_by ?? acceptor) === acceptor;

/**
 * What a seat's reviewer reads of the work, by section: shared/review/README.md, "What a reviewer reads". What its learner has
 * saved and not handed in is none of it, nor what was handed in for a later round than the seat's.
 */
export function seenWork(job: Job, application: Application, stored: StoredWork): ReadonlyMap<string, SeenWork> {
  const { round, seat, status } = job;
  const versions = versionsIn(application, stored.works, stored.former);
  const sections = application.sections.map((section) => asHandedIn(job, section));
  const seen = withVerdicts({ sections, round }, job).flatMap(({ section_id, status: judged }) => {
    if (!isAbout(job, section_id)) return [];
    const isJudged = judged === "accepted" || judged === "rejected";
    const former = seat === "first" ? round - 1 : 0; // what a seat that was withdrawn judged last
    const version = handedInFor(isJudged || status !== "withdrawn" ? round : former, section_id, versions);
    if (!version) return [];
    const terms = application.sections.find((each) => each.section_id === section_id);
    const before = version.round === round && judgedBefore(job, terms) && handedInFor(round - 1, section_id, versions);
    return [[section_id, { work: responseOf(version), ...(before && { former: responseOf(before) }) }] as const];
  });
  return new Map(seen);
}

/*
 * An upload's key names its learner and the second it came in, so a reviewer knows it by one of their seat's:
 * shared/review/README.md, "What a reviewer reads".
 */

const MARK_LETTERS = 16;

/** By what key a seat knows an upload: another for each seat, the same in all its rounds; an upload's id has too much chance in it to be guessed from the mark. */
export function seatKeyOf({ credential_job_id }: Pick<Job, "credential_job_id">, upload: string): string {
  const mark = createHash("sha256").update(`${credential_job_id} ${upload}`).digest("hex").slice(0, MARK_LETTERS);
  const name = upload.slice(upload.lastIndexOf("/") + 1).replace(/-\d{8}T\d{6}(?=\.\w+$)/, "");
  return `${seatPrefix}${credential_job_id}/${mark}-${name}`;
}

/** Work as a seat's reviewer is answered it, its files by keys of the seat. */
export function bySeatKeys(job: Pick<Job, "credential_job_id">, { work, former }: SeenWork): SeenWork {
  const renamed = ({ attachments, ...rest }: SectionResponse): SectionResponse => ({
    ...rest,
    attachments: attachments.map(({ captions_of, ...file }) => ({
      ...file,
      key: seatKeyOf(job, file.key),
      ...(captions_of !== undefined && { captions_of: seatKeyOf(job, captions_of) }),
    })),
  });
  return { work: renamed(work), ...(former && { former: renamed(former) }) };
}

/** The keys of the uploads in all that a seat's reviewer reads. */
export async function uploadsSeen(job: Job, application: Application): Promise<string[]> {
  const seen = seenWork(job, application, await readStoredWork(job));
  return [...seen.values()].flatMap(({ work, former }) =>
    [...work.attachments, ...(former?.attachments ?? [])].map(({ key }) => key),
  );
}

/** The key of the upload that a reviewer knows by a key of their seat; undefined where they read none such there. */
export async function uploadOfSeat(seatKey: string, reviewer_id: string): Promise<string | undefined> {
  const [, credential_job_id = ""] = seatKey.split("/");
  const job = await get(Job, submissionKeys.job(credential_job_id));
  if (job?.acceptor !== reviewer_id) return undefined;
  const application = await get(Application, submissionKeys.application(job.application_id)); // an anchor has none, and no files
  const uploads = application ? await uploadsSeen(job, application) : [];
  return uploads.find((upload) => seatKeyOf(job, upload) === seatKey);
}
