import { leaseDays } from "../../../shared/job/rules.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { revisionDays, unpaidDays } from "../../../shared/submission/rules.ts";
import { idIn } from "../event.ts";
import type { EventContext } from "../event-context.ts";
import { reviewEnded } from "./money.ts";
import { each, type NotificationRule, type NotificationRules, payWords } from "./notification.ts";

const submissionPage = ({ event }: EventContext) => paths.mySubmission(idIn(event, "application_id"));

const revisionWaits =
  (daysLeft: number): NotificationRule =>
  (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your revision waits: ${context.title}`,
      lines: [
        `Your reviewer asked for a revision of “${context.title}”. Submit it within ${daysLeft} days.`,
        "After that the submission is closed, and what was paid for it is spent.",
      ],
      link: submissionPage(context),
      label: "Go on with your revision",
    },
  ];

/** By when the decision is promised, where it is. */
const decisionBy = ({ decisionBy }: EventContext): string[] =>
  decisionBy === "" ? [] : [`The decision is due by the end of ${decisionBy}.`];

/** Whose work a job is: its acceptor's, and until there is one that of all who may accept it. */
const reviewersOf = ({ acceptor, reviewers }: EventContext): readonly string[] => (acceptor ? [acceptor] : reviewers);

const reviewLink = ({ acceptor, jobId }: EventContext) =>
  acceptor
    ? { link: paths.acceptedJob(jobId), label: "Review the submission" }
    : { link: paths.openJob(jobId), label: "See the job" };

/** What becomes of applications, submissions and the jobs of reviewing them. */
export const workNotifications: NotificationRules = {
  "application.created": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `You applied for ${context.title}`,
      lines: [
        context.event.to === "applied"
          ? `Pay for “${context.title}” to begin your submission.`
          : `You can begin your submission for “${context.title}” now.`,
      ],
      link: submissionPage(context),
      label: "Open your submission",
    },
  ],
  "submission.submitted": (context) =>
    each(context.reviewers, {
      title: `A review job is open: ${context.title}`,
      lines: [
        `A submission for “${context.title}” waits for a reviewer. ${payWords(context.payCents)}`,
        ...decisionBy(context),
        "The first reviewer who accepts it gets it.",
      ],
      link: paths.openJob(context.jobId),
      label: "See the job",
    }),
  "submission.resubmitted": (context) =>
    each(context.acceptor ? [context.acceptor] : [], {
      title: `Revised work to review: ${context.title}`,
      lines: [`The learner revised the sections of “${context.title}” that you sent back.`, ...decisionBy(context)],
      link: paths.acceptedJob(context.jobId),
      label: "Review the revision",
    }),
  "submission.revision-needed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your reviewer asks for a revision: ${context.title}`,
      lines: [
        `Some sections of your submission for “${context.title}” need another try.`,
        "Read the feedback, revise those sections and submit again. What was accepted stays accepted.",
      ],
      link: submissionPage(context),
      label: "Read the feedback",
    },
  ],
  "submission.completed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `You earned ${context.title}`,
      lines: [
        `Congratulations! Every section of your submission was accepted, and “${context.title}” is yours.`,
        "Your certificate has a page of its own that you can share.",
      ],
      link: paths.certificateOf({
        org_id: context.event.organization_id,
        cred_id: idIn(context.event, "cred_id"),
        user_id: idIn(context.event, "user_id"),
      }),
      label: "See your certificate",
    },
  ],
  "certificate.revoked": (context) => {
    const user_id = idIn(context.event, "user_id");
    if (context.event.actor_id === user_id) return []; // at their own wish
    return [
      {
        user_id,
        title: `Your certificate was revoked: ${context.title}`,
        lines: [
          `${context.organizationName} revoked your certificate for “${context.title}” on ${context.day}.`,
          ...context.feedback,
          "Whoever checks the certificate is told that it was revoked, when, and of what kind the reason is; not what was written to you.",
        ],
        link: paths.myCredentials,
        label: "See your credentials",
      },
    ];
  },
  "certificate.replaced": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your certificate has a corrected name: ${context.title}`,
      lines: [
        `${context.organizationName} replaced your certificate for “${context.title}” by one with a corrected name.`,
        "The former one is no longer good, and its page is gone. Share the new one in its place.",
      ],
      link: paths.myCredentials,
      label: "See your credentials",
    },
  ],
  "submission.revision-reminded": revisionWaits(revisionDays.end - revisionDays.reminder),
  "submission.revision-last-call": revisionWaits(revisionDays.end - revisionDays.lastCall),
  "submission.closed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your submission was closed: ${context.title}`,
      lines: [
        `“${context.title}” waited ${revisionDays.end} days for a revision and is now closed.`,
        "What was paid for it is spent, and its reviewer is paid. You can apply again while it takes applications.",
      ],
      link: submissionPage(context),
      label: "See your submission",
    },
  ],
  "application.archive-told": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Finish “${context.title}” by ${context.finishBy}`,
      lines: [
        `${context.organizationName} was archived. Your submission for “${context.title}” can be finished until ${context.finishBy}: submit your work, or your revision, in good time before that day, so that it can be reviewed.`,
        "What is not completed by then is closed, and what you paid for it becomes product credit, which you can spend in any organization.",
        "Certificates stay valid.",
      ],
      link: submissionPage(context),
      label: "Go on with your submission",
    },
    ...each([idIn(context.event, "reviewer_id")].filter(Boolean), {
      title: `Finish your review of “${context.title}” by ${context.finishBy}`,
      lines: [
        `${context.organizationName} was archived. The submission for “${context.title}” that you accepted can be reviewed until ${context.finishBy}.`,
        "What is not completed by then is closed. You are paid for the sections you have decided.",
      ],
      link: paths.acceptedJob(context.jobId),
      label: "Go on with your review",
    }),
  ],
  "application.archive-ended": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your submission was closed: ${context.title}`,
      lines: [
        `${context.organizationName} was archived, and the time to finish “${context.title}” is over. Nothing was paid for it.`,
      ],
      link: submissionPage(context),
      label: "See your submission",
    },
    ...reviewEnded(context),
  ],
  "application.lapsed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your application has lapsed: ${context.title}`,
      lines: [
        `“${context.title}” was not paid for within ${unpaidDays} days. You can apply again while it takes applications.`,
      ],
      link: paths.credentialDetails(context.event.organization_id, idIn(context.event, "cred_id")),
      label: "See the credential",
    },
  ],
  "job.reminded": (context) => [
    {
      user_id: idIn(context.event, "reviewer_id"),
      title: `A review waits for you: ${context.title}`,
      lines: [
        `The submission for “${context.title}” has waited for you for ${leaseDays.notice} days.`,
        `In ${leaseDays.release - leaseDays.notice} days it goes back to the other reviewers.`,
      ],
      link: paths.acceptedJob(context.jobId),
      label: "Review the submission",
    },
  ],
  "job.offered": (context) =>
    each([idIn(context.event, "reviewer_id")], {
      title: `A review job is open: ${context.title}`,
      lines: [
        `A submission for “${context.title}” waits for a reviewer. ${payWords(context.payCents)}`,
        ...decisionBy(context),
      ],
      link: paths.openJob(context.jobId),
      label: "See the job",
    }),
  "job.reassigned": (context) => [
    {
      user_id: idIn(context.event, "reviewer_id"),
      title: `A review job was given to somebody else: ${context.title}`,
      lines: [
        `${context.organizationName} gave the submission for “${context.title}” to another reviewer.`,
        ...context.feedback,
        "Sections you decided stay decided, and you are paid for them.",
      ],
      link: paths.acceptedJobs,
      label: "See your jobs",
    },
  ],
  "job.released": (context) =>
    each(context.reviewers, {
      title: `A review job is open again: ${context.title}`,
      lines: [`A submission for “${context.title}” waits for a reviewer.`, ...decisionBy(context)],
      link: paths.openJob(context.jobId),
      label: "See the job",
    }),
  "job.due-reminded": (context) =>
    each(reviewersOf(context), {
      title: `Due on ${context.decisionBy}: ${context.title}`,
      lines: [
        `The decision on a submission for “${context.title}” is due by the end of ${context.decisionBy}.`,
        ...(context.acceptor ? [] : ["Nobody has accepted the job yet."]),
      ],
      ...reviewLink(context),
    }),
  "job.late": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `The decision is late: ${context.title}`,
      lines: [
        `The decision on your submission for “${context.title}” was due on ${context.decisionBy}, and is not made yet. It stays under review.`,
        "You are told as soon as it is decided. There is nothing you have to do.",
      ],
      link: submissionPage(context),
      label: "See your submission",
    },
    ...each(reviewersOf(context), {
      title: `Late: ${context.title}`,
      lines: [
        `The decision on a submission for “${context.title}” was due on ${context.decisionBy}. Its learner was told that it is late.`,
        context.acceptor
          ? "Where nothing is decided soon, the job is open to the other reviewers again."
          : "Nobody has accepted the job yet.",
      ],
      ...reviewLink(context),
    }),
  ],
  "job.due-moved": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `The decision is due on another day: ${context.title}`,
      lines: [
        `${context.organizationName} changed its working days. The decision on your submission for “${context.title}” is now due on ${context.decisionBy}.`,
      ],
      link: submissionPage(context),
      label: "See your submission",
    },
    ...each(context.acceptor ? [context.acceptor] : [], {
      title: `Due on another day: ${context.title}`,
      lines: [
        `${context.organizationName} changed its working days. The decision on the submission for “${context.title}” is now due on ${context.decisionBy}.`,
      ],
      ...reviewLink(context),
    }),
  ],
};
