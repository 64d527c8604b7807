import { type Anchor, Calibration } from "../../../shared/calibration/anchor.ts";
import { type CalibrationStanding, standingOf, weakCriteria } from "../../../shared/calibration/calibration.ts";
import type { Practice, Standing } from "../../../shared/calibration/calls.ts";
import type { Section } from "../../../shared/credential/credential.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { Job } from "../../../shared/review/job.ts";
import { acceptanceFor } from "../../../shared/reviewer/eligibility.ts";
import type { Application } from "../../../shared/submission/submission.ts";
import type { Actor } from "../../chain/actor.ts";
import { type Revision, readRevision } from "../../credential/model/revision.ts";
import { canReview, readSummary } from "../../credential/model/summary.ts";
import { type AuditBase, audit } from "../../data/audit.ts";
import { now } from "../../data/ids.ts";
import { qualityKeys } from "../../data/keys/quality.ts";
import { check, type Step } from "../../data/steps.ts";
import { batchGet, get, type Item } from "../../data/table.ts";
import { requireStillOpen } from "../../organization/model/still-open.ts";
import { readStanding } from "../../user/model/reviewer-standing.ts";
import { agreedKey, judgedSections, ofForm, readAnchors, rubricDigest } from "./anchors.ts";

/** All that a reviewer's practice rests on. */
export interface ReadPractice {
  readonly revision: Revision;
  readonly digest: string;
  readonly anchors: readonly Anchor[];
  /** As stored; undefined before their first try. */
  readonly stored: Calibration | undefined;
}

/** Reads the practice of somebody who may review for a credential that wants calibrated reviewers; not found by others. */
export async function readPractice(cred_id: string, actor: Actor): Promise<ReadPractice> {
  const [{ credential, revision }, standing, { anchors }, stored] = await Promise.all([
    readPublished(cred_id, actor),
    readStanding(actor.user_id),
    readAnchors(cred_id),
    get(Calibration, qualityKeys.calibration(actor.user_id, cred_id)),
  ]);
  if (revision?.criteria?.calibration !== "required") throw new Problem("resource.not-found");
  if (acceptanceFor(standing, credential.organization_id) === undefined) throw new Problem("reviewer.not-accepted");
  return { revision, digest: rubricDigest(revision.sections), anchors, stored };
}

/** The credential with its published revision, for somebody on its list; not found by others. */
async function readPublished(cred_id: string, actor: Actor) {
  const credential = await readSummary(cred_id);
  if (!credential || !canReview(credential, actor.user_id)) throw new Problem("resource.not-found");
  const [revision] = await Promise.all([
    readRevision(cred_id, credential.revision),
    requireStillOpen(credential.organization_id, actor),
  ]);
  return { credential, revision };
}

/** The tries at a rubric: those at another one say nothing of it. */
export const triesAt = (stored: Calibration | undefined, digest: string): Calibration["tries"] =>
  stored?.rubric_digest === digest ? stored.tries : [];

/** Where somebody stands with a rubric now. */
export const standingAt = (stored: Calibration | undefined, digest: string): CalibrationStanding =>
  standingOf(triesAt(stored, digest), now());

const shownStanding = (standing: CalibrationStanding): Standing => ({
  status: standing.status,
  ...(standing.status === "passed" && { expires_on: standing.expires_on }),
  ...(standing.status === "paused" && { retry_on: standing.retry_on }),
});

/** Where somebody stands, as it travels. */
export const shownStandingAt = (stored: Calibration | undefined, digest: string): Standing =>
  shownStanding(standingAt(stored, digest));

const rubricOf = ({ section_id, title, description, rubric, rubric_ext }: Section) => ({
  section_id,
  title,
  description,
  rubric,
  criteria: rubric_ext?.criteria ?? [],
  making_progress: rubric_ext?.making_progress ?? 0,
  completed: rubric_ext?.completed ?? 0,
});

/** What somebody marked of each anchor, in the anchors' order. */
export const markedOf = (stored: Calibration | undefined, anchors: readonly Anchor[]) =>
  anchors.map(({ anchor_id }) => stored?.marked.find((each) => each.anchor_id === anchor_id)?.sections ?? []);

/** What is right for each anchor, in their order. */
export const keysOf = (anchors: readonly Anchor[]) => anchors.map((anchor) => agreedKey(anchor) ?? []);

/**
 * A practice as its reviewer sees it. What is right is told of a try that passed, and never before its end: a form comes
 * again, so that of one that failed only the weak criteria are named.
 */
export function shownPractice({ revision, digest, anchors, stored }: ReadPractice): Practice {
  const standing = standingAt(stored, digest);
  const tries = triesAt(stored, digest);
  const latest = tries.at(-1);
  const ofLatest = latest ? ofForm(anchors, latest.form) : [];
  const marked = markedOf(stored, ofLatest);
  const hasFailed = latest?.finished_on !== undefined && !latest.passed;
  const isShown = standing.status === "inProgress" || standing.status === "passed";
  const textOf = (section_id: string, criteria_id: string) =>
    judgedSections(revision.sections)
      .find((section) => section.section_id === section_id)
      ?.criteria.find((each) => each.criteria_id === criteria_id)?.criteria ?? "";
  return {
    credential_id: revision.cred_id,
    title: revision.title,
    standing: shownStanding(standing),
    tries,
    weak: hasFailed
      ? weakCriteria(keysOf(ofLatest), marked).map(({ section_id, criteria_id }) => ({
          section_id,
          criteria_id,
          criteria: textOf(section_id, criteria_id),
        }))
      : [],
    sections: revision.sections.map(rubricOf),
    anchors: isShown
      ? ofLatest.map((anchor, at) => ({
          anchor_id: anchor.anchor_id,
          answers: anchor.answers,
          marked: marked[at]!,
          ...(standing.status === "passed" && { key: keysOf([anchor])[0]! }),
        }))
      : [],
    version: stored?.version ?? 0,
  };
}

/** Whom an audit row of a practice names, and what it happened to. */
export const practiceBase = (
  { cred_id, organization_id }: Pick<Revision, "cred_id" | "organization_id">,
  reviewer_id: string,
): AuditBase & { cred_id: string; reviewer_id: string } => ({
  organization_id,
  subject_id: cred_id,
  actor_id: reviewer_id,
  cred_id,
  reviewer_id,
});

/** That somebody finished a try. */
export const finishedRow = (
  base: ReturnType<typeof practiceBase>,
  { passed, ...row }: { passed: boolean; calibration_version: number },
): Step =>
  passed ? audit("calibration.passed", { ...base, ...row }) : audit("calibration.failed", { ...base, ...row });

const missing: Partial<Record<CalibrationStanding["status"], string>> = {
  inProgress: "Finish your practice for this credential first. You can accept its jobs once you pass.",
  failed: "You didn’t pass your last try. Practice again. You can accept this credential’s jobs once you pass.",
  paused: "You didn’t pass your last two tries. You can practice again 30 days after the last one.",
};

/** The item that says whether a reviewer is calibrated for a job, where it has to be read. */
export const calibrationOf = (item: Item | undefined): Calibration | undefined => item && Calibration.parse(item);

/** Those of some reviewers who are calibrated for a submission now; all where it does not ask for it. */
export async function calibratedOf(
  { calibration, cred_id }: Pick<Application, "calibration" | "cred_id">,
  reviewers: readonly string[],
): Promise<string[]> {
  if (calibration === undefined || reviewers.length === 0) return [...reviewers];
  const items = await batchGet(reviewers.map((user_id) => qualityKeys.calibration(user_id, cred_id)));
  return reviewers.filter(
    (_, at) => standingAt(calibrationOf(items[at]), calibration.rubric_digest).status === "passed",
  );
}

/**
 * The condition under which a reviewer is calibrated for a submission when a transaction is done; nothing where it does not
 * ask for it. Refuses, saying what is missing, where they are not.
 */
export function calibratedSteps(
  application: Pick<Application, "calibration" | "cred_id">,
  reviewer_id: string,
  { stored, otherwise }: { stored: Calibration | undefined; otherwise: Problem },
): Step[] {
  const { calibration, cred_id } = application;
  if (calibration === undefined) return [];
  const standing = standingAt(stored, calibration.rubric_digest);
  if (standing.status !== "passed" || !stored) {
    const isOver = standing.status === "none" && triesAt(stored, calibration.rubric_digest).length > 0;
    const message = isOver
      ? "You passed over a year ago. Practice again. You can accept this credential’s jobs once you pass."
      : missing[standing.status];
    throw new Problem("job.not-calibrated", { ...(message && { message }) });
  }
  return [check(qualityKeys.calibration(reviewer_id, cred_id), { where: { version: stored.version }, otherwise })];
}

/** Which of some jobs, by id, somebody may accept only once they have practiced. */
export async function practiceFirst(
  jobs: readonly Pick<Job, "credential_job_id" | "calibration" | "cred_id">[],
  user_id: string,
): Promise<ReadonlySet<string>> {
  const asking = jobs.flatMap((job) => (job.calibration ? [{ ...job, calibration: job.calibration }] : []));
  const ids = [...new Set(asking.map(({ cred_id }) => cred_id))];
  const items = await batchGet(ids.map((cred_id) => qualityKeys.calibration(user_id, cred_id)));
  const isPassed = ({ cred_id, calibration }: (typeof asking)[number]) =>
    standingAt(calibrationOf(items[ids.indexOf(cred_id)]), calibration.rubric_digest).status === "passed";
  return new Set(asking.filter((job) => !isPassed(job)).map(({ credential_job_id }) => credential_job_id));
}
