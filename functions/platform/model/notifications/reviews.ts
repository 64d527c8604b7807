import { roleIds } from "../../../../shared/permissions.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { leaseDays } from "../../../../shared/review/rules.ts";
import { idIn } from "../../../chain/event.ts";
import type { EventContext } from "../event-context.ts";
import { each, members, type Notification, type NotificationRules, payWords, submissionPage } from "./notification.ts";

/** Whose work a job is. Whom it is merely offered to is told of no day, as a seat's days would say which it is. */
const reviewersOf = ({ acceptor }: EventContext): readonly string[] => (acceptor ? [acceptor] : []);

const reviewLink = ({ jobId }: EventContext) => ({ link: paths.acceptedJob(jobId), label: "Review submission" });

/** What the reviewer whom an event names hears when the organization of what they review was archived. */
export const finishReview = (context: EventContext): Notification[] =>
  each([idIn(context.event, "reviewer_id")].filter(Boolean), {
    title: `Finish your review of “${context.title}” by ${context.finishBy}`,
    lines: [
      `${context.organizationName} was archived. You can finish your review of “${context.title}” until ${context.finishBy}.`,
      "If it isn’t completed by then, it’s closed. You’re paid for the sections you decided.",
    ],
    link: paths.acceptedJob(context.jobId),
    label: "Continue your review",
  });

/** What a reviewer hears whose seat was withdrawn, in the same words whichever seat it was and whatever it ended with. */
const reviewEnded = (reviewer: string, title: string): Notification => ({
  user_id: reviewer,
  title: `Review closed: ${title}`,
  lines: [
    `The submission for “${title}” that you were reviewing was closed. You don’t need to do anything.`,
    "You’re paid for the sections you decided.",
  ],
  link: paths.completedJobs,
  label: "View your jobs",
});

/** The same by an event from before seats had events of their own: it names no job, and tells who had the first seat. */
export const endedBefore = ({ event, acceptor, isWithdrawn, title }: EventContext): Notification[] =>
  acceptor !== undefined && isWithdrawn && idIn(event, "credential_job_id") === ""
    ? [reviewEnded(acceptor, title)]
    : [];

/** What becomes of the jobs of reviewing, and is promised of them. */
export const reviewNotifications: NotificationRules = {
  "job.reminded": (context) => [
    {
      user_id: idIn(context.event, "reviewer_id"),
      title: `Review reminder: ${context.title}`,
      lines: [
        `A submission for “${context.title}” that you accepted is waiting for your review.`,
        `A job that’s left untouched for ${leaseDays.release} days goes back to the other reviewers.`,
      ],
      link: paths.acceptedJob(context.jobId),
      label: "Review submission",
    },
  ],
  "job.offered": (context) =>
    each([idIn(context.event, "reviewer_id")], {
      title: `New review job: ${context.title}`,
      lines: [
        `A submission for “${context.title}” is waiting for a reviewer. ${payWords(context.payCents)}`,
        "The first reviewer to accept gets the job.",
      ],
      link: paths.openJob(context.jobId),
      label: "View job",
    }),
  "job.offer-reminded": (context) =>
    each([idIn(context.event, "reviewer_id")], {
      title: `Still waiting for a reviewer: ${context.title}`,
      lines: [
        `A submission for “${context.title}” is still waiting for a reviewer. ${payWords(context.payCents)}`,
        "Accept it if you have the time, or decline it.",
      ],
      link: paths.openJob(context.jobId),
      label: "View job",
    }),
  "job.reassigned": (context) => [
    {
      user_id: idIn(context.event, "reviewer_id"),
      title: `Review job reassigned: ${context.title}`,
      lines: [
        `${context.organizationName} offered the submission for “${context.title}” to other reviewers.`,
        ...context.feedback,
        "Your section decisions stand, and you’re paid for them.",
      ],
      link: paths.acceptedJobs,
      label: "View your jobs",
    },
  ],
  "job.released": (context) =>
    each(context.reviewers, {
      title: `Review job open again: ${context.title}`,
      lines: [`A submission for “${context.title}” is waiting for a reviewer.`],
      link: paths.openJob(context.jobId),
      label: "View job",
    }),
  "job.archive-told": finishReview,
  "job.withdrawn": ({ event, title }) => [reviewEnded(idIn(event, "reviewer_id"), title)],
  "job.due-reminded": (context) =>
    each(reviewersOf(context), {
      title: `Decision due ${context.decisionBy}: ${context.title}`,
      lines: [`The decision on a submission for “${context.title}” is due by the end of ${context.decisionBy}.`],
      ...reviewLink(context),
    }),
  "submission.late": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your decision is late: ${context.title}`,
      lines: [
        `The decision on your submission for “${context.title}” was due on ${context.promisedBy}. It’s still in review.`,
        "We’ll email you when it’s decided. You don’t need to do anything.",
      ],
      link: submissionPage(context),
      label: "View submission",
    },
  ],
  "job.late": (context) =>
    each(reviewersOf(context), {
      title: `Review late: ${context.title}`,
      lines: [
        `The decision on a submission for “${context.title}” was due on ${context.decisionBy}.`,
        "If you don’t decide a section soon, the job opens to other reviewers again.",
      ],
      ...reviewLink(context),
    }),
  "job.tied": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Check a reviewer: ${context.title}`,
      lines: [
        `Someone declared a tie that concerns a reviewer of a submission for “${context.title}”.`,
        "Look at the job, then reassign it or waive the tie. Only admins are told.",
      ],
      link: paths.job(context.jobId),
      label: "View job",
    }),
  "job.few-reviewers": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Few reviewers left: ${context.title}`,
      lines: [
        `What a learner declared on their profile leaves fewer than two reviewers for a submission for “${context.title}”.`,
        "Look at who is tied, then add a reviewer or waive a tie. Only admins are told.",
      ],
      link: paths.job(context.jobId),
      label: "View job",
    }),
  "job.adjudication-needed": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Decide a review: ${context.title}`,
      lines: [
        `The reviewers of a submission for “${context.title}” disagree, so an admin needs to decide the result.`,
        "Compare their reviews, then decide. Only admins are told.",
      ],
      link: paths.job(context.jobId),
      label: "View job",
    }),
  "job.due-moved": (context) => [
    ...each(context.event.user_id ? [idIn(context.event, "user_id")] : [], {
      title: `New decision date: ${context.title}`,
      lines: [
        `${context.organizationName} changed its working days. The decision on your submission for “${context.title}” is now due on ${context.promisedBy}.`,
      ],
      link: submissionPage(context),
      label: "View submission",
    }),
    ...each(context.event.reviewer_id ? [idIn(context.event, "reviewer_id")] : [], {
      title: `New due date: ${context.title}`,
      lines: [
        `${context.organizationName} changed its working days. The decision on the submission for “${context.title}” is now due on ${context.decisionBy}.`,
      ],
      ...reviewLink(context),
    }),
  ],
};
