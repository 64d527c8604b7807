import { anchorDays } from "../../../shared/calibration/seeded-anchor.ts";
import type { FirstJob, Job, JobDue, JobStatus } from "../../../shared/review/job.ts";
import {
  firstJobOf,
  isWaitingForAdmin,
  leaseDays,
  mayRelease,
  pendingSteps,
  shownStatus,
  turnSince,
} from "../../../shared/review/rules.ts";
import { jobMachine } from "../../../shared/review/states.ts";
import { newOffers } from "../../../shared/review/waves.ts";
import type { Application, Seat } from "../../../shared/submission/submission.ts";
import { type Deadlines, daysAfter } from "../../data/deadlines.ts";
import type { ListSum } from "../../data/entity.ts";
import { newJobId, now } from "../../data/ids.ts";
import { jobSort, submissionKeys, submissionViews } from "../../data/keys/submission.ts";
import { entity } from "../../data/transition.ts";
import { drawnFor } from "./draw.ts";

const inHand = ["all", "accepted", "type=inprogress"];
const tabs: Record<JobStatus, string[]> = {
  open: [],
  accepted: inHand,
  reviewing: inHand,
  awaitingResult: inHand,
  revisionNeeded: ["all", "revisionNeeded", "type=inprogress"],
  completed: ["all", "completed"],
  withdrawn: ["all", "completed"],
};

/**
 * The lists of its reviewer that a job is in. A later seat that is finished stays finished, whatever comes of its round.
 * An anchor that has ended is in a list of its own besides: who counts reviews leaves it out.
 */
const tabsOf = (job: Job): string[] => [
  ...tabs[job.seat !== "first" && job.status === "awaitingResult" ? "completed" : job.status],
  ...(job.seat === "anchor" && !isRunningAnchor(job) ? ["anchors"] : []),
];

/**
 * Where a job is listed: with its organization, as long as it is the seat that every submission has, and with its reviewer
 * or, while it is open, with all who may take it.
 */
const viewsOf = (job: Job): string[] => {
  const { organization_id, cred_id, status, acceptor, reviewers } = job;
  return [
    ...(job.seat === "first"
      ? [submissionViews.jobs(organization_id), submissionViews.jobs(organization_id, shownStatus(job, ""))]
      : []),
    ...(isWaitingForAdmin(job) ? [submissionViews.adjudications(organization_id)] : []),
    ...(isRunningAnchor(job) ? [submissionViews.anchorJobs(organization_id)] : []),
    ...(acceptor ? tabsOf(job).map((tab) => submissionViews.reviewerJobs(acceptor, tab)) : []),
    ...(status === "open"
      ? [
          submissionViews.openJobs(cred_id),
          ...reviewers.map((reviewer) => submissionViews.reviewerJobs(reviewer, "open")),
        ]
      : []),
  ];
};

/** What its reviewer's lists say besides: how long is what they have in hand, and when they last accepted something. */
function sumsOf(job: Job): ListSum[] {
  const { acceptor, accepted_on, in_hand_minutes: open_minutes } = job;
  if (acceptor === undefined) return [];
  const isIn = (tab: string) => tabsOf(job).includes(tab);
  const viewOf = (tab: string) => submissionViews.reviewerJobs(acceptor, tab);
  return [
    ...(isIn("type=inprogress") && open_minutes
      ? [{ view: viewOf("type=inprogress"), amounts: { open_minutes } }]
      : []),
    ...(isIn("all") && accepted_on ? [{ view: viewOf("all"), latest: { last_accepted_on: accepted_on } }] : []),
  ];
}

/** Whether a job is an anchor that has not ended. */
export const isRunningAnchor = ({ seat, status }: Pick<Job, "seat" | "status">): boolean =>
  seat === "anchor" && status !== "completed" && status !== "withdrawn";

/** When an anchor ends by itself: untaken where no day is due, and with a revision that never comes. */
function anchorEnd({ seat, status, due, created_on, graded_on = "" }: Job): Deadlines {
  if (seat !== "anchor") return {};
  if (status === "open" && due === undefined) return { "anchor-end": daysAfter(created_on, anchorDays.untaken) };
  return status === "revisionNeeded" ? { "anchor-end": daysAfter(graded_on, anchorDays.revision) } : {};
}

/**
 * When the clock looks at a job: while it is its reviewer's turn, counted from when it became that; and by the date its
 * decision is due on; and while it is open, when it is offered to more.
 */
export const deadlinesOf = (job: Job): Deadlines => {
  const [next] = pendingSteps(job);
  return {
    ...(job.acceptor !== undefined &&
      mayRelease(job) && {
        "job-reminder": daysAfter(turnSince(job), leaseDays.notice),
        "job-release": daysAfter(turnSince(job), leaseDays.release),
      }),
    ...(next && { "job-due": next.on }),
    ...(job.status === "open" && job.offers?.next_on && { "job-wave": job.offers.next_on }),
    ...anchorEnd(job),
  };
};

/** The paid review of a submission. */
export const jobEntity = entity<Job>()({
  machine: jobMachine,
  key: ({ credential_job_id }) => submissionKeys.job(credential_job_id),
  listings: (job) => [{ sort: jobSort(job), views: viewsOf(job) }],
  sums: sumsOf,
  deadlines: deadlinesOf,
  stamped: { except: ["open", "create"] }, // it is as old as it was said to be
  auditIds: ({ organization_id, credential_job_id, application_id, cred_id }) => ({
    organization_id,
    subject_id: credential_job_id,
    credential_job_id,
    application_id,
    cred_id,
  }),
  records: {
    open: { recordedBy: ["submission.submitted"] },
    create: "job.created",
    accept: "job.accepted",
    grade: { recordedBy: ["section.accepted", "section.rejected", "section.reopened"] },
    finish: { recordedBy: ["section.accepted", "section.rejected"] },
    finalize: { recordedBy: ["round.finalized", "appeal.upheld", "appeal.overturned", "seeded-anchor.finished"] },
    release: "job.released",
    reassign: "job.reassigned",
    allAccepted: { recordedBy: ["submission.completed"] },
    someRejected: { recordedBy: ["submission.revision-needed", "seeded-anchor.finished"] },
    resubmit: { recordedBy: ["submission.resubmitted"] },
    abandon: { recordedBy: ["submission.closed", "seeded-anchor.ended"] },
    withdraw: {
      recordedBy: [
        "payment.credited",
        "payment.dispute-lost",
        "application.archive-ended",
        "round.finalized",
        "appeal.withdrawn",
        "seeded-anchor.withdrawn",
      ],
    },
  },
});

/** What a job is opened with besides its application. */
export interface Opening {
  /** The learner's name as the certificate will say it. */
  readonly learner: { readonly first_name: string; readonly last_name: string };
  /** When its decision is due. */
  readonly due?: JobDue | undefined;
}

/** The seat that a submission opens: under an id of its own, from which nothing else can be told. */
export const newFirstSeat = (round: number): Seat => ({ seat: "first", job_id: newJobId(), round });

/** The open job of an application's first seat, offered to nobody yet: as every seat's, its first wave follows at once. */
export function newJob(application: Application, { learner, due }: Opening): FirstJob {
  const { application_id, organization_id, cred_id, user_id, title, issuer_name } = application;
  const at = now();
  const submitted_on = application.submitted_on ?? at;
  return {
    application_id,
    organization_id,
    cred_id,
    title,
    issuer_name,
    credential_job_id: firstJobOf(application)!,
    learner_id: user_id,
    learner: { first_name: learner.first_name, last_name: learner.last_name },
    seat: "first",
    ...(application.calibration && { calibration: application.calibration }),
    status: "open",
    reviewers: [],
    offers: newOffers(at),
    review_minutes: application.review_minutes,
    reviewer_hourly_rate_cents: application.reviewer_hourly_rate_cents,
    reviewer_pay_cents: application.reviewer_pay_cents,
    verdicts: [],
    sections_total: application.sections.length,
    sections_graded: 0,
    sections_accepted: 0,
    round: application.round,
    created_on: submitted_on,
    updated_on: submitted_on,
    submitted_on,
    ...(due && { due }),
    ...drawnFor(application, application.round),
    version: 1,
  };
}
