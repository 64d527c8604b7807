import * as z from "zod";
import { SeededWork } from "../calibration/seeded-anchor.ts";
import { ApplicationId, CredentialId, JobId, OrganizationId, SectionId, Timestamp, UserId } from "../http/fields.ts";
import { CalibrationTerms, Due, IssuerDecision, RubricResult, Seat, SeatName } from "../submission/submission.ts";
import { Offers } from "./waves.ts";

/** Why a round is reviewed a second time. */
export const secondReviewReasons = ["share", "firstReviews", "probation", "borderline", "haste"] as const;
export type SecondReviewReason = (typeof secondReviewReasons)[number];

/**
 * Why an admin decides: the verdict of a majority or of an appeal is not what its marks come to, or nobody took the third seat
 * in time.
 */
export const adjudicationReasons = ["contradiction", "noThirdReviewer"] as const;

/** Where a review job stands. */
export const jobStatuses = [
  "open",
  "accepted",
  "reviewing",
  "awaitingResult",
  "revisionNeeded",
  "completed",
  "withdrawn",
] as const;
/** Where a review job stands. */
export const JobStatus = z.enum(jobStatuses);
export type JobStatus = z.infer<typeof JobStatus>;

/** What a reviewer decides of a section. */
export const VerdictStatus = z.enum(["accepted", "rejected"]);
export type VerdictStatus = z.infer<typeof VerdictStatus>;

/** What was decided of a section in the round under review, as its job remembers it: provisional, the seat's alone. */
export const Verdict = z.object({
  section_id: SectionId,
  status: VerdictStatus,
  /** Who decided it, while they had the job. */
  decided_by: UserId,
});
export type Verdict = z.infer<typeof Verdict>;

/** What a reviewer said of a section in a round, an item beside its job; the submission gets it when the round is finalized. */
export const SectionResult = Verdict.extend({
  credential_job_id: JobId,
  application_id: ApplicationId,
  organization_id: OrganizationId,
  round: z.number().int(),
  grade: z.string(),
  feedback: z.string(),
  section_rubric: RubricResult.optional(),
  /** Of what a round comes to: an admin gave the verdict. */
  issuer_decision: IssuerDecision.optional(),
  /** How long its reviewer had been at work on the job by then, where their page measured it. */
  active_seconds: z.number().int().optional(),
  decided_on: Timestamp,
});
export type SectionResult = z.infer<typeof SectionResult>;

/** Where the review of one handing in stands. There is no item of a round before it is finalized. */
export const RoundStatus = z.enum(["finalized"]);
export type RoundStatus = z.infer<typeof RoundStatus>;

/** What an admin has to decide before a round is finalized. */
export const Adjudication = z.object({
  because: z.enum(adjudicationReasons),
  /** The sections that the decision is about. */
  section_ids: z.array(SectionId).max(10),
  asked_on: Timestamp,
});
export type Adjudication = z.infer<typeof Adjudication>;

/** An admin's verdict on a section, with words for the learner where no seat said the same. */
export const RulingVerdict = z.object({ section_id: SectionId, status: VerdictStatus, feedback: z.string() });

/** What an admin decided: between the two seats that there are, or of each section whose verdict its marks contradict. */
export const Ruling = z.object({
  because: z.enum(adjudicationReasons),
  seat: SeatName.exclude(["third", "anchor"]).optional(),
  verdicts: z.array(RulingVerdict).max(10).optional(),
  reason: z.string(),
  /** The learner reads the reason. */
  reason_told: z.literal(true).optional(),
  given_by: UserId,
  given_on: Timestamp,
});
export type Ruling = z.infer<typeof Ruling>;

/** The review of one handing in, once its results are the submission's: from which seats they follow. */
export const Round = z.object({
  application_id: ApplicationId,
  organization_id: OrganizationId,
  cred_id: CredentialId,
  /** The learner. */
  user_id: UserId,
  round: z.number().int(),
  status: RoundStatus,
  /** The seats, each with the SHA-256 (hex) of what it said; who ended it, and whether in time where a day was due. */
  seats: z.array(
    z.object({
      seat: SeatName,
      job_id: JobId,
      digest: z.string(),
      reviewer: UserId.optional(),
      in_time: z.boolean().optional(),
    }),
  ),
  /** What an admin decided, where the seats alone left it open. */
  ruling: Ruling.optional(),
  finalized_on: Timestamp,
  version: z.number().int(),
});
export type Round = z.infer<typeof Round>;

/**
 * What happens on the way to a decision and after it was due, in its order: shared/review/offers.md, "Clock". `promised` is
 * the learner's day, where it is not the seat's own.
 */
export const dueSteps = ["halfway", "reminder", "promised", "late", "overdue"] as const;
export type DueStep = (typeof dueSteps)[number];
/** When a job's decision is due, with what is still to happen. */
export const JobDue = Due.extend({
  steps: z.array(z.object({ step: z.enum(dueSteps), on: Timestamp })),
  /** Its reviewer took more days than they had. */
  extended: z.boolean().optional(),
  /** It counts from when its reviewer accepted the job. */
  taken: z.literal(true).optional(),
});
export type JobDue = z.infer<typeof JobDue>;

/** What every job has, whichever seat it is. */
const AnyJob = z.object({
  credential_job_id: JobId,
  application_id: ApplicationId,
  organization_id: OrganizationId,
  cred_id: CredentialId,
  /** The learner: never its reviewer. */
  learner_id: UserId,
  /** The learner's name at the first submission: for the certificate; reviewers get it shortened, after accepting. */
  learner: z.object({ first_name: z.string(), last_name: z.string() }),
  /** What its reviewers have to be calibrated for: they are not told whose work it is. Absent where they need not be. */
  calibration: CalibrationTerms.optional(),
  title: z.string(),
  issuer_name: z.string(),
  status: JobStatus,
  /** Who may accept it while it is open. */
  reviewers: z.array(UserId).max(25),
  /** To whom it is offered when; absent of jobs that are older than that. */
  offers: Offers.optional(),
  /** The reviewer who accepted it; absent while it is open. */
  acceptor: UserId.optional(),
  /** The organization whose acceptance as a reviewer counted when they accepted it. */
  accepted_in: OrganizationId.optional(),
  /** When accepting it they confirmed that they know of no tie that is not on their profile. */
  no_other_ties: z.literal(true).optional(),
  /** How many reviewers the learner's declarations kept out when admins were last told that fewer than two are left. */
  tied_by_learner: z.number().int().optional(),
  /** Reviewers it was taken from: it is not offered to them again. */
  passed_over: z.array(UserId).max(25).optional(),
  /** Reviewers who had it and gave it back, whose time was up, or from whom it was taken: no other seat is theirs. */
  former_acceptors: z.array(UserId).max(25).optional(),
  /** Why staff took it from who had it last, as that reviewer is told. */
  reassign_reason: z.string().optional(),
  review_minutes: z.number().int(),
  reviewer_hourly_rate_cents: z.number().int(),
  reviewer_pay_cents: z.number().int(),
  /** The verdicts of the round under review; none once it is finalized. */
  verdicts: z.array(Verdict).max(10).default([]),
  sections_total: z.number().int(),
  /** Of rounds that are finalized. */
  sections_graded: z.number().int(),
  sections_accepted: z.number().int(),
  round: z.number().int(),
  created_on: Timestamp,
  updated_on: Timestamp,
  submitted_on: Timestamp,
  accepted_on: Timestamp.optional(),
  /** Of what its reviewer has in hand; absent where it was accepted before that was added up. */
  in_hand_minutes: z.number().int().optional(),
  /** The last verdict of the reviewer who has it. */
  graded_on: Timestamp.optional(),
  completed_on: Timestamp.optional(),
  /** Of the round under review or reviewed last: the seat's days, and from accepting on its reviewer's. */
  due: JobDue.optional(),
  /** The seat's days, as long as its reviewer has their own; they count again when it is given back. */
  seat_due: JobDue.optional(),
  version: z.number().int(),
});

/** The seat that every submission has, through all its rounds: it decides whatever was handed in. */
export const FirstJob = AnyJob.extend({
  /** Absent of jobs that an earlier release opened, until `npm run migrate` has written it. */
  seat: z.literal("first").default("first"),
  /** What its round drew, and once it is decided, why it is reviewed a second time. */
  second_review: z.object({ draw: z.number().int(), reasons: z.array(z.enum(secondReviewReasons)) }).optional(),
  /** Those that were opened beside it, for one round each. A learner reads their submission, not this. */
  later_seats: z.array(Seat).optional(),
  /** What an admin has to decide before the round is finalized. */
  adjudication: Adjudication.optional(),
});
export type FirstJob = z.infer<typeof FirstJob>;

/** A seat that ends with its round, and decides some of its sections. */
const PartialJob = AnyJob.extend({ section_ids: z.array(SectionId).max(10) });

/** A second or third opinion. */
const LaterJob = PartialJob.extend({ seat: z.enum(["second", "third"]) });
export type LaterJob = z.infer<typeof LaterJob>;

/** The seat that answers an appeal, and what an admin has to decide before it is answered. */
const AppealJob = PartialJob.extend({ seat: z.literal("appeal"), adjudication: Adjudication.optional() });
export type AppealJob = z.infer<typeof AppealJob>;

/** A seat on an anchor: which, and whose. Nobody is told of it. */
export const AnchorJob = PartialJob.extend({ seat: z.literal("anchor"), anchor: SeededWork });
export type AnchorJob = z.infer<typeof AnchorJob>;

/**
 * The paid review of one submission, as stored: a seat of it. Its id is its own; the submission lists it among its seats,
 * and the job names the submission.
 */
export const Job = z.union([FirstJob, LaterJob, AppealJob, AnchorJob]);
export type Job = z.infer<typeof Job>;

/** A job whose round, or appeal, has to be decided by an admin. */
export type WaitingJob = (FirstJob | AppealJob) & { readonly adjudication: Adjudication };
