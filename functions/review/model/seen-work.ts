import type { Job } from "../../../shared/review/job.ts";
import { asHandedIn, isAbout, withVerdicts } from "../../../shared/review/rules.ts";
import type { Application, FormerWork, SectionResponse, Work } from "../../../shared/submission/submission.ts";
import { readWorks } from "../../calibration/model/anchored-work.ts";
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
    const before = seat === "first" && version.round === round && handedInFor(round - 1, section_id, versions);
    return [[section_id, { work: responseOf(version), ...(before && { former: responseOf(before) }) }] as const];
  });
  return new Map(seen);
}
