import * as z from "zod";
import { businessHoursAfter, type WorkingTime } from "../../../shared/review/clock.ts";
import { Job } from "../../../shared/review/job.ts";
import {
  lastWave,
  type Offers,
  offeredIn,
  type RankedReviewer,
  rankReviewers,
  waveHours,
} from "../../../shared/review/waves.ts";
import { Profile } from "../../../shared/reviewer/reviewer.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { calibratedOf } from "../../calibration/model/calibration.ts";
import { isStillOpen } from "../../chain/actor.ts";
import { readRevision } from "../../credential/model/revision.ts";
import { readSummary } from "../../credential/model/summary.ts";
import { type Deadline, drop } from "../../data/deadlines.ts";
import type { Key } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { counterOf } from "../../data/keys/platform.ts";
import { qualityKeys } from "../../data/keys/quality.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { submissionKeys, submissionViews } from "../../data/keys/submission.ts";
import { batchGet, get, transact } from "../../data/table.ts";
import { amend } from "../../data/transition.ts";
import { workingTimeOf } from "../../organization/model/calendar.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { clock } from "../../runtime/clock.ts";
import { type FoundTies, isOfferOver, readTies } from "../../tie/model/ties.ts";
import { anchorReviewer } from "./anchors/withdraw-anchor.ts";
import { deadlinesOf, jobEntity } from "./entity.ts";
import { sumOfMonths } from "./kept-quality.ts";

/** Opens the next wave of a job's offers, as long as its organization lets reviews go on. */
export async function openWave(deadline: Deadline): Promise<void> {
  const job = await get(Job, deadline.reference);
  if (!job || deadlinesOf(job)["job-wave"] !== deadline.at) return drop(deadline);
  const organization = await get(OrganizationRecord, organizationKeys.organization(job.organization_id));
  if (!organization || !isStillOpen(organization)) return;
  const credential = await readSummary(job.cred_id);
  await offerTo(job, credential?.assigned_reviewers ?? []);
}

/**
 * Offers an open job to those of a credential's reviewers whose turn it is: takes offers back first and makes new ones
 * after, because all of them at once are too many for a transaction. An anchor is offered to one of them alone.
 */
export async function offerTo(before: Job, listed: readonly string[]): Promise<void> {
  const assigned = before.seat === "anchor" ? await anchorReviewer(before) : listed;
  if (before.seat === "anchor" && assigned.length === 0) return;
  const { learner_id, passed_over = [], offers } = before;
  const out = new Set([learner_id, ...passed_over, ...(offers?.declined ?? []).map(({ reviewer_id }) => reviewer_id)]);
  const others = assigned.filter((user_id) => !out.has(user_id));
  const found = others.length === 0 ? [] : await readTies(before, others);
  const isOffered = ({ reviewer_id }: FoundTies) => before.reviewers.includes(reviewer_id);
  const free = found.filter((ties) => (isOffered(ties) ? !isOfferOver(ties) : !ties.tied));
  const offered = before.reviewers.filter((user_id) => free.some(({ reviewer_id }) => reviewer_id === user_id));
  let job = before;
  if (offered.length < before.reviewers.length) {
    const withdrawn = amend(jobEntity, { before, set: { reviewers: offered } });
    await transact(withdrawn.steps);
    job = withdrawn.after;
  }
  const set = await nextOffers(job, free);
  const added = set.reviewers.filter((user_id) => !offered.includes(user_id));
  const few = fewLeft(job, found);
  if (added.length === 0 && !isWaveChanged(job.offers, set.offers) && !few) return;
  const events = [
    ...added.map((reviewer_id) => ({ type: "job.offered" as const, actor_id: "system", reviewer_id })),
    ...(few ? [{ type: "job.few-reviewers" as const, actor_id: "system" }] : []),
  ];
  await transact(amend(jobEntity, { before: job, set: { ...set, ...few }, events }).steps);
}

/**
 * What is kept when the admins are told that a learner's declarations leave fewer than two reviewers: a learner could choose
 * who reads their work by shutting the others out. Of a first seat, the only one staff know of.
 */
function fewLeft(
  { seat, tied_by_learner = 0 }: Job,
  found: readonly FoundTies[],
): Pick<Job, "tied_by_learner"> | undefined {
  const left = found.filter(({ tied }) => !tied).length;
  const shutOut = found.filter(({ tiedByLearner }) => tiedByLearner).length;
  return seat === "first" && left < 2 && shutOut > tied_by_learner ? { tied_by_learner: shutOut } : undefined;
}

const isWaveChanged = (before: Offers | undefined, after: Offers | undefined): boolean =>
  before?.wave !== after?.wave || before?.next_on !== after?.next_on || before?.ranked.length !== after?.ranked.length;

/** Whom a job is offered to now, of those whom no tie keeps from it; a job from before there were waves, to all. */
async function nextOffers(job: Job, free: readonly FoundTies[]): Promise<{ reviewers: string[]; offers?: Offers }> {
  const { offers, reviewers: offered } = job;
  if (offers === undefined) return { reviewers: free.map(({ reviewer_id }) => reviewer_id) };
  const nowMs = clock.now();
  const working = await readWorkingTime(job.organization_id);
  const ranked = rankReviewers(await readRanked(job, free), { job_id: job.credential_job_id, nowMs });
  const wave = waveOf(offers, { offered: offered.length, working });
  const reviewers = offeredIn(wave, ranked, { offered, declined: offers.declined.length });
  const next_on = reviewers.length < ranked.length ? opensOn(offers.since, wave, working) : undefined;
  return { reviewers, offers: { ...offers, wave, next_on, ranked } };
}

async function readWorkingTime(organization_id: string): Promise<WorkingTime> {
  const [organization, calendar] = await batchGet([
    organizationKeys.organization(organization_id),
    organizationKeys.calendar(organization_id),
  ]);
  return workingTimeOf(OrganizationRecord.parse(organization), calendar);
}

/** When the wave opens that follows one, which is not the last. */
const opensOn = (since: string, wave: number, working: WorkingTime): string =>
  businessHoursAfter(since, waveHours[wave]!, working);

/** The wave that is open now: by the hours that have passed, and the next one where nobody has the offer any more. */
function waveOf({ wave, since }: Offers, { offered, working }: { offered: number; working: WorkingTime }): number {
  let open = offered === 0 ? Math.min(wave + 1, lastWave) : wave;
  while (open < lastWave && opensOn(since, open, working) <= clock.iso()) open++;
  return open;
}

/** What the places of reviewers depend on, at this moment. */
async function readRanked(job: Job, free: readonly FoundTies[]): Promise<RankedReviewer[]> {
  const ids = free.map(({ reviewer_id }) => reviewer_id);
  if (ids.length === 0) return [];
  const [application, ...found] = await batchGet([
    submissionKeys.application(job.application_id),
    ...ids.flatMap((id) => [
      reviewerKeys.reviewer(id),
      qualityKeys.reviewerQuality(job.organization_id, id),
      ...workOf(id),
    ]),
  ]);
  const terms =
    job.seat === "anchor"
      ? { cred_id: job.cred_id, revision: job.anchor.revision, calibration: job.calibration }
      : Application.parse(application);
  const [revision, able] = await Promise.all([readRevision(job.cred_id, terms.revision), calibratedOf(terms, ids)]);
  const wanted = new Set(revision?.criteria?.skills.map(({ skill_id }) => skill_id));
  return free.map(({ reviewer_id, conflicts }, at) => {
    const [profile, quality, inHand, all] = found.slice(at * 4, at * 4 + 4);
    const { open_minutes, last_accepted_on: last_job_on } = Work.parse({ ...all, ...inHand });
    const skills = profile ? Profile.parse(profile).skills : [];
    const { in_time = 0, late = 0 } = sumOfMonths(quality);
    return {
      reviewer_id,
      calibrated: able.includes(reviewer_id),
      soft_tie: conflicts.some(({ hard }) => !hard),
      skills_matched: skills.filter(({ skill_id }) => wanted.has(skill_id)).length,
      skills_total: wanted.size,
      in_time,
      in_time_of: in_time + late,
      open_minutes,
      last_job_on,
    };
  });
}

const Work = z.object({ open_minutes: z.number().default(0), last_accepted_on: z.string().optional() });

/** Where it is kept what a reviewer has in hand, and when they last accepted a job: beside the counts of their lists. */
const workOf = (user_id: string): Key[] =>
  ["type=inprogress", "all"].map((part) => counterOf(submissionViews.reviewerJobs(user_id, part)).key);
