import { Problem } from "../../../shared/http/problem.ts";
import { type Job, SectionResult, type Verdict } from "../../../shared/review/job.ts";
import {
  asHandedIn,
  isAbout,
  mayGrade,
  mayRelease,
  shownSubmissionStatus,
  turnSince,
  withVerdicts,
} from "../../../shared/review/rules.ts";
import type { VerdictEvent } from "../../../shared/review/states.ts";
import {
  belowMinimum,
  enoughPoints,
  gradeRubric,
  gradingProblems,
  isContradicted,
  outcomeOf,
  type SentMark,
} from "../../../shared/submission/rules.ts";
import type {
  Application,
  ApplicationSection,
  RubricResult,
  Work,
  WorkStatus,
} from "../../../shared/submission/submission.ts";
import { workIn, workKey } from "../../calibration/model/anchored-work.ts";
import type { Actor } from "../../chain/actor.ts";
import type { Context } from "../../chain/implement.ts";
import { requireId } from "../../chain/require-id.ts";
import { sanitize } from "../../chain/rich-text.ts";
import { now } from "../../data/ids.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { put, remove, type Step } from "../../data/steps.ts";
import type { Item } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { refuseClosed } from "../../organization/model/still-open.ts";
import { jobEntity } from "./entity.ts";
import { readAccepted } from "./store.ts";
import { verdictEntity } from "./verdict-entity.ts";

/** A reviewer's verdict on one section as it arrives; its feedback is made safe before anything is decided on it. */
export interface Grading {
  readonly credential_job_id: string;
  readonly credential_section_id: string;
  readonly grade: string;
  readonly feedback: string;
  readonly section_rubric: readonly SentMark[];
  readonly active_seconds?: number | undefined;
  readonly confirmed?: boolean | undefined;
  readonly user_id?: string;
  readonly reviewer_id?: string;
}

type Caller = Pick<Context, "actor" | "prefetched" | "commit">;

/** What a section's grading is decided on, as of one moment. */
interface Case {
  readonly job: Job;
  readonly application: Application;
  /** The section as the submission has it: without what was decided in the round under review. */
  readonly section: ApplicationSection;
  readonly verdict: Verdict | undefined;
  /** What was said of the sections decided in the round so far. */
  readonly results: readonly SectionResult[];
  readonly work: Work;
  /** The submission's. */
  readonly organization: Parameters<typeof refuseClosed>[0];
}

/**
 * Grades a section. Nobody but the job's reviewer learns of it until the round is decided, which the verdict on its last
 * section does. The job's version orders gradings that arrive together: each is decided on what the one before left, so
 * exactly one of them is the last and finalizes the round.
 */
export async function gradeSection(
  event: "accept" | "reject",
  sent: Grading,
  { actor, prefetched: [prefetched], commit }: Caller,
) {
  const grading = { ...sent, feedback: await sanitize(sent.feedback) };
  return retryWhenRaced(async (attempt) => {
    const found = await readCase(grading, actor, attempt === 1 ? prefetched : undefined);
    const { job, application, section } = found;
    refuseClosed(found.organization);
    requireId("reviewer_id", grading.reviewer_id, actor.user_id);
    requireId("user_id", grading.user_id, actor.user_id, application.user_id);
    if (isRepeat(event, found, grading)) {
      const { section_rubric } = resultIn(found) ?? found.work;
      return answer({ ...section, status: statusIn(found) }, job, application, section_rubric);
    }
    requireVerdict(event, found);
    const { steps, result, ...decided } = await decide(event, found, grading);
    return commit(steps, answer(result, decided.job, decided.application, result.section_rubric));
  });
}

async function readCase(
  { credential_job_id, credential_section_id }: Pick<Grading, "credential_job_id" | "credential_section_id">,
  actor: Actor,
  prefetched: Item | undefined,
): Promise<Case> {
  const isElsewhere = ({ organization_id }: Job) => organization_id !== actor.organization_id;
  const isThis = ({ section_id }: { section_id: string }) => section_id === credential_section_id;
  const { job, application, alsoFound } = await readAccepted(
    { credential_job_id, prefetched },
    actor.user_id,
    (read) => [
      workKey(read, credential_section_id),
      ...[...new Set([credential_section_id, ...read.verdicts.map(({ section_id }) => section_id)])].map((section_id) =>
        submissionKeys.result(credential_job_id, read.round, section_id),
      ),
      ...(isElsewhere(read) ? [organizationKeys.organization(read.organization_id)] : []),
    ],
  );
  const organization = isElsewhere(job) ? OrganizationRecord.parse(alsoFound.pop()) : actor.organization;
  const named = application.sections.find(isThis);
  const section = named && asHandedIn(job, named);
  const [found, ...said] = alsoFound;
  const work = workIn(job, credential_section_id, found);
  if (!section || !work || !isAbout(job, credential_section_id)) throw new Problem("resource.not-found");
  const results = said.flatMap((item) => (item ? [SectionResult.parse(item)] : []));
  const isWhole = job.verdicts.every(({ section_id }) => results.some((each) => each.section_id === section_id));
  if (!isWhole) throw new Problem("state.changed"); // a verdict came since it was read what there is to read
  return { job, application, section, verdict: job.verdicts.find(isThis), results, work, organization };
}

/** What the round under review, or the one that was decided last, has to say of the section. */
const resultIn = ({ results, section: { section_id } }: Case): SectionResult | undefined =>
  results.find((each) => each.section_id === section_id);

const statusIn = ({ verdict, section }: Case): WorkStatus => verdict?.status ?? section.status;

const answer = (
  { section_id, status }: { readonly section_id: string; readonly status: WorkStatus },
  job: Job,
  application: Application,
  section_rubric: RubricResult | undefined,
) => ({
  data: {
    credential_job_id: job.credential_job_id,
    credential_section_id: section_id,
    status,
    job_status: job.status,
    submission_status: shownSubmissionStatus(job, application),
    section_rubric,
  },
});

/** The same verdict with the same grade, again: it was heard. While the round is open, other words or marks are a change. */
function isRepeat(
  event: "accept" | "reject",
  found: Case,
  { grade, feedback, section_rubric }: Pick<Grading, "grade" | "feedback" | "section_rubric">,
): boolean {
  const given = resultIn(found) ?? found.work;
  if (statusIn(found) !== (event === "accept" ? "accepted" : "rejected") || given.grade !== grade) return false;
  if (!mayRelease(found.job)) return true;
  const marksOf = (marks: readonly SentMark[]) =>
    JSON.stringify(
      marks
        .filter(({ achieved, comment }) => achieved || comment)
        .map(({ criteria_id, achieved, comment = "" }) => [criteria_id, achieved, comment])
        .toSorted(),
    );
  return marksOf(given.section_rubric?.marks ?? []) === marksOf(section_rubric) && given.feedback === feedback;
}

/** Refuses a verdict on what was not handed in, and a change of one whose round is decided. */
function requireVerdict(event: VerdictEvent, found: Case): void {
  if (mayGrade(event, found.job, found.section)) return;
  const status = statusIn(found);
  const isGraded = status === "accepted" || status === "rejected";
  throw new Problem(isGraded ? "section.already-graded" : "section.not-submitted");
}

/** Refuses to accept what has too few points for Completed, and to reject what has enough unless that is confirmed. */
function requireMarks(
  event: "accept" | "reject",
  section: ApplicationSection,
  section_rubric: RubricResult | undefined,
  { confirmed = false }: Pick<Grading, "confirmed">,
): void {
  const status = event === "accept" ? "accepted" : "rejected";
  if (!section_rubric || !isContradicted({ status, section_rubric }, section)) return;
  if (event === "accept") throw new Problem("review.below-minimum", { message: belowMinimum(section_rubric, section) });
  if (confirmed) return;
  const message = `${enoughPoints(section_rubric, section)} Reload the page to reject it anyway, or change your marks.`;
  throw new Problem("review.contradicts-marks", { message });
}

const namesOf = ({ application: { application_id, organization_id }, job: { credential_job_id } }: Case) => ({
  application_id,
  organization_id,
  credential_job_id,
});

/** What a verdict does: it is kept under the job, and the last one of a round finalizes it. */
async function decide(
  event: "accept" | "reject",
  found: Case,
  grading: Grading,
): Promise<{ steps: Step[]; result: SectionResult; job: Job; application: Application }> {
  const { job, application, section, verdict: before } = found;
  const fields = gradingProblems(event, grading, section);
  const [message] = Object.values(fields);
  if (message) throw new Problem("input.invalid", { message, fields });
  const section_rubric = section.criteria.length > 0 ? gradeRubric(section, grading.section_rubric) : undefined;
  requireMarks(event, section, section_rubric, grading);

  const { acceptor: decided_by = "" } = job;
  const at = now();
  const { section_id } = section;
  const names = namesOf(found);
  const given = transition(verdictEntity, event, {
    before: before && { ...before, ...names },
    set: { section_id, decided_by, ...names },
    actor_id: decided_by,
    details: { reviewer_id: decided_by },
  });
  const verdict: Verdict = { section_id, status: given.after.status, decided_by };
  const result: SectionResult = {
    ...verdict,
    ...names,
    round: application.round,
    grade: grading.grade,
    feedback: grading.feedback,
    ...(section_rubric && { section_rubric }),
    ...(grading.active_seconds !== undefined && { active_seconds: withinHand(grading.active_seconds, job, at) }),
    decided_on: at,
  };
  const verdicts = [...others(job.verdicts, section_id), verdict];
  const written = [...given.steps, put(submissionKeys.result(job.credential_job_id, result.round, section_id), result)];
  if (isDecided(application, job, verdicts)) {
    const results = [...others(found.results, section_id), result];
    const { finishSeat } = await import("./seats/finish-seat.ts"); // half of the code, for one verdict of a round
    const ended = await finishSeat({ application, job, verdicts, results, at, by: given });
    return { ...ended, result, steps: [...written, ...ended.steps] };
  }
  const graded = transition(jobEntity, "grade", { before: job, set: { verdicts, graded_on: at }, recordedBy: given });
  return { steps: [...written, ...graded.steps], result, job: graded.after, application };
}

/** Seconds at work, no more than the reviewer has had the round in hand. */
const withinHand = (seconds: number, job: Job, at: string): number =>
  Math.min(seconds, Math.floor((Date.parse(at) - Date.parse(turnSince({ ...job, graded_on: undefined }))) / 1000));

/** Whether everything is decided that the seat is about. */
function isDecided(application: Application, job: Job, verdicts: readonly Verdict[]): boolean {
  if (job.seat === "first") return outcomeOf(withVerdicts(application, { verdicts: [...verdicts] })) !== "open";
  return job.section_ids.every((id) => verdicts.some(({ section_id }) => section_id === id));
}

const others = <OfSection extends { readonly section_id: string }>(
  all: readonly OfSection[],
  section_id: string,
): OfSection[] => all.filter((each) => each.section_id !== section_id);

/** Takes a verdict of the present round back: its section waits for one again. A repeat answers the same. */
export function reopenSection(
  undone: Pick<Grading, "credential_job_id" | "credential_section_id">,
  { actor, prefetched: [prefetched], commit }: Caller,
) {
  return retryWhenRaced(async (attempt) => {
    const found = await readCase(undone, actor, attempt === 1 ? prefetched : undefined);
    const { job, application, section, verdict } = found;
    refuseClosed(found.organization);
    if (statusIn(found) === "submitted") return answer(section, job, application, undefined);
    requireVerdict("reopen", found);
    const reopened = transition(verdictEntity, "reopen", {
      before: verdict && { ...verdict, ...namesOf(found) },
      actor_id: actor.user_id,
      details: { reviewer_id: actor.user_id },
    });
    const { section_id } = section;
    const verdicts = others(job.verdicts, section_id);
    const graded = transition(jobEntity, "grade", {
      before: job,
      set: { verdicts, graded_on: now() },
      recordedBy: reopened,
    });
    return commit(
      [
        ...reopened.steps,
        ...graded.steps,
        remove(submissionKeys.result(job.credential_job_id, application.round, section_id)),
      ],
      answer(section, graded.after, application, undefined),
    );
  });
}
