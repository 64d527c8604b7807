import { Appeal } from "../../shared/appeal/appeal.ts";
import type { Section } from "../../shared/credential/credential.ts";
import { Problem } from "../../shared/http/problem.ts";
import { reachOf } from "../../shared/permissions.ts";
import { read } from "../../shared/review/calls.ts";
import { mayExtend } from "../../shared/review/clock.ts";
import { type Job, SectionResult } from "../../shared/review/job.ts";
import type { JobDetail, JobSection } from "../../shared/review/job-views.ts";
import {
  acceptFault,
  asHandedIn,
  isAbout,
  isUnderReview,
  isWaitingForAdmin,
  mayGrade,
  mayRelease,
  shownSeat,
  shownSubmissionStatus,
  withVerdicts,
} from "../../shared/review/rules.ts";
import { mayReviewFor } from "../../shared/reviewer/eligibility.ts";
import type { Application, Work } from "../../shared/submission/submission.ts";
import { readWorks } from "../calibration/model/anchored-work.ts";
import { practiceFirst } from "../calibration/model/calibration.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { type Revision, readRevision } from "../credential/model/revision.ts";
import { readSummary } from "../credential/model/summary.ts";
import { criteriaOf } from "../credential/model/view.ts";
import { minuteOf } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { batchGet, get, type Item, queryAll } from "../data/table.ts";
import { requireStillOpen } from "../organization/model/still-open.ts";
import { clock } from "../runtime/clock.ts";
import { isOfferOver, tieKeys, tiesFound } from "../tie/model/ties.ts";
import { readStanding } from "../user/model/reviewer-standing.ts";
import { shownPerson } from "../user/model/shown-person.ts";
import { mayReassign } from "./model/reassigning.ts";
import { bySeatKeys, judgedBefore, readStoredWork, type SeenWork, seenWork } from "./model/seen-work.ts";
import { jobRow, namedJob, readJob } from "./model/store.ts";

export const handler = implement(
  read,
  async ({ credential_job_id }, { actor, prefetched: [prefetched] }) => {
    const own = actor.reach === "related" ? [actor.user_id] : [];
    const {
      job,
      application: found,
      alsoFound,
    } = await readJob({ credential_job_id, prefetched }, (named) =>
      own.length > 0 && named.status === "open" ? tieKeys(named, own) : [],
    );
    const application = job && found && seenBy(job, found);
    const [ties] = job && alsoFound.length > 0 ? tiesFound(job, own, alsoFound) : [];
    if (!job || !found || !application || (ties && isOfferOver(ties)) || !maySee(job, actor))
      throw new Problem("resource.not-found");
    await requireStillOpen(job.organization_id, actor);
    const mine = job.acceptor === actor.user_id;
    const staff = actor.reach !== "related";
    const offered = !staff && acceptFault(job, actor.user_id) === undefined;
    const [stored, results, revision, credential, [acceptor], acceptable, appeal, waiting] = await Promise.all([
      mine ? readStoredWork(job) : readWorks(job).then((works) => ({ works, former: [] })),
      mine ? queryAll(submissionKeys.results(credential_job_id, job.round)) : [],
      readRevision(job.cred_id, application.revision),
      staff ? readSummary(job.cred_id) : undefined,
      batchGet(staff && job.acceptor && !isToDecide(job, actor) ? [organizationKeys.user(job.acceptor)] : []),
      offered && mayAccept(job, actor.user_id),
      mine && readAppeal(job),
      practiceFirst(offered ? [job] : [], actor.user_id),
    ]);
    const works = new Map(stored.works.map((work) => [work.section_id, work]));
    const seen = mine ? seenWork(job, found, stored) : undefined;
    const said = new Map(results.map((item) => [String(item.section_id), SectionResult.parse(item)]));
    return {
      data: {
        ...jobRow(job, actor.user_id),
        ...(waiting.size > 0 && { practice_first: true }),
        ...(staff && { reassignable: mayReassign(job, credential, actor) }),
        accepted_by_me: mine,
        acceptable,
        ...(offered && offerOf(job, actor.user_id)),
        releasable: mine && mayRelease(job),
        extendable: mine && mayExtend(job, clock.now()),
        submission_status: shownSubmissionStatus(job, application),
        reviewed_again: application.second_review !== undefined || application.appeals !== undefined,
        ...(appeal && { appeal }),
        ...(acceptor && { reviewer: reviewerOf(acceptor) }),
        credential_details: revision ? detailsOf(revision) : null,
        reviewer_criteria: revision?.criteria ? criteriaOf(revision, revision.criteria, actor, true) : null,
        ...(mine && isDeclarationOf(job) && application.declaration && { declaration: application.declaration }),
        ...(mine && isNoteFor(job, application) && { revision_note: application.revision_note }),
        sections: sectionsOf(job, revision).map((section) =>
          jobSection(job, application, section, {
            mine,
            reviewer: !staff,
            work: works.get(section.section_id),
            seen: seen?.get(section.section_id),
            result: said.get(section.section_id),
          }),
        ),
      },
    };
  },
  namedJob,
);

/** The submission as a seat judges it. */
const seenBy = (job: Job, { sections, ...application }: Application): Application => ({
  ...application,
  sections: sections.map((section) => asHandedIn(job, section)),
});

/** What an appeal says that its reviewer has decided; before that nothing tells them that it is one. */
async function readAppeal({ seat, status, application_id }: Job): Promise<JobDetail["appeal"]> {
  if (seat !== "appeal" || status !== "completed") return undefined;
  const appeal = await get(Appeal, submissionKeys.appeal(application_id));
  return appeal && { grounds: appeal.grounds, text: appeal.text };
}

/** Why a job is offered to somebody, without what only admins may know. */
function offerOf({ offers }: Job, user_id: string): Pick<JobDetail, "offer"> {
  const found = offers?.ranked.find(({ reviewer_id }) => reviewer_id === user_id);
  if (!found) return {};
  const { skills_matched, skills_total, open_minutes } = found;
  return { offer: { skills_matched, skills_total, open_minutes } };
}

/** Whether a reviewer may accept a job that is offered to them. */
async function mayAccept({ cred_id }: Job, user_id: string): Promise<boolean> {
  const [standing, credential] = await Promise.all([readStanding(user_id), readSummary(cred_id)]);
  return credential !== undefined && mayReviewFor(standing, credential);
}

/** Whether somebody may have to decide between the seats of a round, who is told of none whose it is. */
const isToDecide = (job: Job, { role, actions }: Actor): boolean =>
  isWaitingForAdmin(job) && reachOf("job:adjudicate", role, actions) !== undefined;

function reviewerOf(item: Item): JobDetail["reviewer"] {
  const { first_name, last_name } = shownPerson(item);
  return { user_id: String(item.user_id), first_name, last_name };
}

/** Staff see their organization's jobs; a reviewer those they accepted, and open ones they are offered. */
function maySee(job: Job, { reach, user_id, organization_id }: Actor): boolean {
  if (reach !== "related") return job.organization_id === organization_id && job.seat === "first";
  return job.acceptor === user_id || (job.status === "open" && acceptFault(job, user_id) === undefined);
}

/** The sections that the job is about. */
const sectionsOf = (job: Job, revision: Revision | undefined): readonly Section[] =>
  (revision?.sections ?? []).filter(({ section_id }) => isAbout(job, section_id));

/** Whether what was declared last goes with what a seat judges: a later one reads it until it has decided. */
const isDeclarationOf = (job: Job): boolean =>
  isUnderReview(job) || (shownSeat(job) === "first" && job.status !== "withdrawn");

/** Whether what was said of the revision is said to this reviewer: who takes it over learns nothing of the round before. */
const isNoteFor = (job: Job, { sections, revision_note }: Application): boolean =>
  revision_note !== undefined && isDeclarationOf(job) && sections.every((section) => judgedBefore(job, section));

/**
 * The learner's responses are for the reviewer who accepted the job alone, and so is what was decided in the round under
 * review; grades and feedback of earlier rounds are for staff, and for who gave them: who takes a revision over reads as
 * little as a later seat does.
 */
function jobSection(
  job: Job,
  application: Application,
  prompt: Section,
  {
    mine,
    reviewer,
    work,
    seen,
    result,
  }: {
    mine: boolean;
    reviewer: boolean;
    work: Work | undefined;
    seen: SeenWork | undefined;
    result: SectionResult | undefined;
  },
): JobSection {
  const isThis = (each: { section_id: string }) => each.section_id === prompt.section_id;
  const section = application.sections.find(isThis);
  const released = judgedBefore(job, section) || (!reviewer && job.seat === "first") ? work : undefined;
  const said = result ?? released;
  const reviewedOn = result?.decided_on ?? released?.reviewed_on;
  const judged = mine ? withVerdicts(application, job).find(isThis) : section;
  return {
    ...prompt,
    credential_section_id: prompt.section_id,
    status: judged?.status ?? "notSubmitted",
    undoable: mine && section !== undefined && mayGrade("reopen", job, section),
    ...(seen && bySeatKeys(job, seen)),
    ...((mine || !reviewer) && {
      grade: said?.grade,
      feedback: said?.feedback,
      section_rubric: said?.section_rubric,
      reviewed_on: reviewedOn && minuteOf(reviewedOn),
    }),
  };
}

const detailsOf = ({ details: { description, score_description } }: Revision) => ({ description, score_description });
