import { randomInt } from "node:crypto";
import type { Anchor, Calibration } from "../../../../shared/calibration/anchor.ts";
import { type Seed, SeededAnchors, seededAnchorLimits } from "../../../../shared/calibration/seeded-anchor.ts";
import type { Section } from "../../../../shared/credential/credential.ts";
import { laterSeatDays } from "../../../../shared/credential/decision-days.ts";
import { reviewerDays } from "../../../../shared/credential/rules.ts";
import { Problem } from "../../../../shared/http/problem.ts";
import { businessDaysAfter, dueOf, laterSeatDue, type WorkingTime } from "../../../../shared/review/clock.ts";
import type { AnchorJob, Job } from "../../../../shared/review/job.ts";
import { newOffers } from "../../../../shared/review/waves.ts";
import { mayReviewFor } from "../../../../shared/reviewer/eligibility.ts";
import { agreedKey, isFrozen, keyFault, readAnchors, rubricDigest } from "../../../calibration/model/anchors.ts";
import { calibrationOf, standingAt, triesAt } from "../../../calibration/model/calibration.ts";
import { type Revision, readRevision } from "../../../credential/model/revision.ts";
import { type CredentialSummary, readSummary } from "../../../credential/model/summary.ts";
import { begin, type Deadline, drop, finish } from "../../../data/deadlines.ts";
import { newId, newJobId, now } from "../../../data/ids.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { qualityKeys } from "../../../data/keys/quality.ts";
import { submissionKeys } from "../../../data/keys/submission.ts";
import { change, type Step } from "../../../data/steps.ts";
import { batchGet, get, type Item, transact } from "../../../data/table.ts";
import { transition } from "../../../data/transition.ts";
import { workingTimeOf } from "../../../organization/model/calendar.ts";
import { OrganizationRecord } from "../../../organization/model/record.ts";
import { clock } from "../../../runtime/clock.ts";
import { readStanding } from "../../../user/model/reviewer-standing.ts";
import { jobEntity } from "../entity.ts";

const HOUR_MS = 3_600_000;
/** How often the clock offers jobs. */
const OFFERED_EVERY_MS = 120_000;

/**
 * The steps that count a finished review towards its reviewer's next anchor, where the terms applied for have them. When
 * the clock looks is drawn, so that the job after the nineteenth is not known by its moment.
 */
export function countedSteps({ acceptor, cred_id, organization_id, seat, round, calibration }: Job): Step[] {
  const isCounted = seat !== "anchor" && (seat !== "first" || round === 1);
  if (!calibration?.seeded_anchors || !isCounted || acceptor === undefined) return [];
  const reference = qualityKeys.seededAnchors(acceptor, cred_id);
  const at = new Date(clock.now() + randomInt(seededAnchorLimits.delayHours * HOUR_MS)).toISOString();
  return [
    change(
      reference,
      { set: { user_id: acceptor, cred_id, organization_id }, add: { finished: 1 } },
      { orCreate: true },
    ),
    begin({ kind: "anchor-seeding", at, reference }),
  ];
}

/** Gives a reviewer an anchor whose turn it is, where there is one that they have not had. */
export async function seedAnchor(deadline: Deadline): Promise<void> {
  const seededAnchors = await get(SeededAnchors, deadline.reference);
  if (!seededAnchors || seededAnchors.finished < seededAnchorLimits.every - 1) return drop(deadline);
  const context = await readSeedContext(seededAnchors);
  const anchor = context && chosenAnchor(context, seededAnchors);
  if (!context || !anchor) return drop(deadline);
  await transact([finish(deadline), ...seedSteps(seededAnchors, context, anchor)]);
}

/** All that an anchor among somebody's jobs rests on. */
interface SeedContext {
  readonly credential: CredentialSummary;
  readonly revision: Revision;
  readonly organization: OrganizationRecord;
  readonly calendar: Item | undefined;
  readonly anchors: readonly Anchor[];
  readonly tries: Calibration["tries"];
  readonly digest: string;
}

/** Reads it; undefined where the reviewer gets no anchor of the credential now. */
async function readSeedContext({ user_id, cred_id, organization_id }: SeededAnchors): Promise<SeedContext | undefined> {
  const credential = await readSummary(cred_id);
  const [revision, { set, anchors }, standing, [organization, calendar, stored]] = await Promise.all([
    credential && readRevision(cred_id, credential.revision),
    readAnchors(cred_id),
    readStanding(user_id),
    batchGet([
      organizationKeys.organization(organization_id),
      organizationKeys.calendar(organization_id),
      qualityKeys.calibration(user_id, cred_id),
    ]),
  ]);
  if (!credential || !revision || organization?.status !== "active" || credential.status !== "published")
    return undefined;
  const { criteria, sections } = revision;
  const isWanted = criteria?.calibration === "required" && criteria.seeded_anchors === true;
  if (!isWanted || !isFrozen(set, sections) || !sections.every(isAnsweredInWords)) return undefined;
  const digest = rubricDigest(sections);
  const calibration = calibrationOf(stored);
  if (!mayReviewFor(standing, credential) || standingAt(calibration, digest).status !== "passed") return undefined;
  const place = OrganizationRecord.parse(organization);
  return { credential, revision, organization: place, calendar, anchors, tries: triesAt(calibration, digest), digest };
}

/** An anchor is text: where something else is handed in, it would be known by that. */
const isAnsweredInWords = ({ response_type }: Section): boolean =>
  response_type.split(",").some((type) => type.trim() === "0");

/**
 * One that the reviewer was never given as a job: of a form they have not tried if there is one, and of the form that they
 * passed, whose keys they know, last. None that is made of a learner's work, who may take that back, and none whose key is
 * older than that verdicts follow their marks, and may not be said of a job.
 */
function chosenAnchor(
  { anchors, tries, revision: { sections } }: SeedContext,
  { seeds }: SeededAnchors,
): Anchor | undefined {
  const rankOf = ({ form }: Anchor): number => {
    const own = tries.filter((each) => each.form === form);
    return own.length === 0 ? 0 : own.some(({ passed }) => passed) ? 2 : 1;
  };
  const isSaid = (key: ReturnType<typeof agreedKey>) => key !== undefined && keyFault(sections, key) === undefined;
  const unused = anchors.filter(
    (each) =>
      each.application_id === undefined &&
      isSaid(agreedKey(each)) &&
      !seeds.some(({ anchor_id }) => anchor_id === each.anchor_id),
  );
  const best = Math.min(...unused.map(rankOf));
  const choice = unused.filter((each) => rankOf(each) === best);
  return choice.length === 0 ? undefined : choice[randomInt(choice.length)];
}

/** The job, and the reviewer's count from the beginning. */
function seedSteps(seededAnchors: SeededAnchors, context: SeedContext, { anchor_id, form }: Anchor): Step[] {
  const { user_id, cred_id, seeds, version } = seededAnchors;
  const working = workingTimeOf(context.organization, context.calendar);
  const job = anchorJob(context, { reviewer_id: user_id, anchor_id, working });
  const seed: Seed = { credential_job_id: job.credential_job_id, anchor_id, form, offered_on: now() };
  const opened = transition(jobEntity, "create", { set: job, actor_id: "system" });
  return [
    ...opened.steps,
    begin({
      kind: "review-reminder",
      at: businessDaysAfter(now(), 0, working),
      reference: submissionKeys.job(job.credential_job_id),
    }),
    change(
      qualityKeys.seededAnchors(user_id, cred_id),
      { set: { finished: 0, seeds: [...seeds, seed] } },
      { where: { version }, otherwise: new Problem("state.changed") },
    ),
  ];
}

/** A job that looks like a first seat's, or where rounds are reviewed twice like a second one's. */
function anchorJob(
  { credential, revision, digest }: SeedContext,
  {
    reviewer_id,
    anchor_id,
    working,
  }: { readonly reviewer_id: string; readonly anchor_id: string; readonly working: WorkingTime },
): AnchorJob {
  const { criteria, sections } = revision;
  const { organization_id } = credential;
  const like = criteria?.second_review ? "second" : "first";
  const at = new Date(clock.now() - randomInt(OFFERED_EVERY_MS)).toISOString(); // others wait as long for the clock
  const first_days = criteria?.clock?.first_days;
  const days = laterSeatDays(criteria).second;
  const due =
    like === "second"
      ? laterSeatDue(at, { days, reviewer_days: reviewerDays(criteria) }, working)
      : first_days && dueOf(at, first_days, working);
  return {
    credential_job_id: newJobId(),
    application_id: newId("app"),
    organization_id,
    cred_id: credential.cred_id,
    learner_id: newId("usr"),
    learner: { first_name: "", last_name: "" },
    seat: "anchor",
    anchor: { anchor_id, reviewer_id, revision: revision.revision, like },
    section_ids: sections.map(({ section_id }) => section_id),
    calibration: { rubric_digest: digest, seeded_anchors: true },
    title: revision.title,
    issuer_name: revision.issuer_name,
    status: "open",
    reviewers: [],
    offers: newOffers(at),
    review_minutes: revision.review_minutes,
    reviewer_hourly_rate_cents: revision.hourly_rate_cents,
    reviewer_pay_cents: revision.reviewer_pay_cents,
    verdicts: [],
    sections_total: sections.length,
    sections_graded: 0,
    sections_accepted: 0,
    round: 1,
    created_on: at,
    updated_on: at,
    submitted_on: at,
    ...(due && { due }),
    version: 1,
  };
}
