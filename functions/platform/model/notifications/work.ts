import { appealDays } from "../../../../shared/credential/rules.ts";
import { roleIds } from "../../../../shared/permissions.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { leaseDays } from "../../../../shared/review/rules.ts";
import { revisionDays, unpaidDays } from "../../../../shared/submission/rules.ts";
import { idIn } from "../../../chain/event.ts";
import type { EventContext } from "../event-context.ts";
import { reviewEnded } from "./money.ts";
import { each, members, type NotificationRule, type NotificationRules, payWords } from "./notification.ts";

const submissionPage = ({ event }: EventContext) => paths.mySubmission(idIn(event, "application_id"));

/** By when to revise, where that is still to be done. */
const reviseBy = ({ reviseBy }: EventContext): string[] =>
  reviseBy === ""
    ? []
    : [`Submit your revision by ${reviseBy}. Each time you save it, you have ${revisionDays.end} days again.`];

const revisionWaits: NotificationRule = (context) => [
  {
    user_id: idIn(context.event, "user_id"),
    title: `Revision due: ${context.title}`,
    lines: [
      `Your reviewer requested a revision of “${context.title}”.`,
      ...reviseBy(context),
      "After that, your submission is closed and your payment isn’t refunded.",
    ],
    link: submissionPage(context),
    label: "Continue your revision",
  },
];

/** By when the decision is promised, where it is. */
const decisionBy = ({ decisionBy }: EventContext): string[] =>
  decisionBy === "" ? [] : [`The decision is due by the end of ${decisionBy}.`];

/** Whose work a job is. Whom it is merely offered to is told of no day, as a seat's days would say which it is. */
const reviewersOf = ({ acceptor }: EventContext): readonly string[] => (acceptor ? [acceptor] : []);

const reviewLink = ({ jobId }: EventContext) => ({ link: paths.acceptedJob(jobId), label: "Review submission" });

/** What becomes of applications, submissions and the jobs of reviewing them. */
export const workNotifications: NotificationRules = {
  "application.created": (context) => {
    const isUnpaid = context.event.to === "applied";
    const cred_id = idIn(context.event, "cred_id");
    return [
      {
        user_id: idIn(context.event, "user_id"),
        title: `You applied for ${context.title}`,
        lines: [
          isUnpaid
            ? `Pay for “${context.title}” to start your submission.`
            : `You can now start your submission for “${context.title}”.`,
        ],
        // The page where one goes on after applying: who did so has read it.
        link: isUnpaid ? paths.pay(cred_id) : paths.submitWork(cred_id),
        label: isUnpaid ? "Pay" : "Start",
      },
    ];
  },
  "submission.resubmitted": (context) =>
    each(context.acceptor ? [context.acceptor] : [], {
      title: `Revision to review: ${context.title}`,
      lines: [`The learner revised the sections of “${context.title}” you rejected.`, ...decisionBy(context)],
      link: paths.acceptedJob(context.jobId),
      label: "Review revision",
    }),
  "submission.revision-needed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Revision needed: ${context.title}`,
      lines: [
        `Some sections of your submission for “${context.title}” need a revision.`,
        "Read the feedback, revise those sections, and submit again. Approved sections stay approved.",
        ...reviseBy(context),
      ],
      link: submissionPage(context),
      label: "Read feedback",
    },
  ],
  "submission.completed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `You earned ${context.title}`,
      lines: [
        `Congratulations! Every section of your submission was approved, and you earned “${context.title}”.`,
        "Your certificate has its own page you can share.",
      ],
      link: paths.certificateOf({
        org_id: context.event.organization_id,
        cred_id: idIn(context.event, "cred_id"),
        user_id: idIn(context.event, "user_id"),
      }),
      label: "View certificate",
    },
  ],
  "certificate.revoked": (context) => {
    const user_id = idIn(context.event, "user_id");
    if (context.event.actor_id === user_id) return []; // at their own wish
    return [
      {
        user_id,
        title: `Certificate revoked: ${context.title}`,
        lines: [
          `${context.organizationName} revoked your certificate for “${context.title}” on ${context.day}.`,
          ...context.feedback,
          "Anyone who verifies the certificate sees that it was revoked, when, and the type of reason. They don’t see this message.",
        ],
        link: paths.myCredentials,
        label: "View your credentials",
      },
    ];
  },
  "certificate.expiring": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Valid until ${context.validUntil}: ${context.title}`,
      lines: [
        `Your certificate for “${context.title}” is valid until ${context.validUntil}. After that, its page says it has expired.`,
        ...(context.isOpen
          ? ["You can renew it now with a new submission. Your current certificate stays valid until then."]
          : []),
      ],
      link: paths.myCredentials,
      label: context.isOpen ? "Renew it in My credentials" : "View your credentials",
    },
  ],
  "certificate.replaced": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Certificate name corrected: ${context.title}`,
      lines: [
        `${context.organizationName} replaced your certificate for “${context.title}” with one that shows your corrected name.`,
        "The old certificate is no longer valid and its page is gone. Share the new one instead.",
      ],
      link: paths.myCredentials,
      label: "View your credentials",
    },
  ],
  "certificate.correction-asked": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Name to correct: ${context.title}`,
      lines: [
        `${context.personName} asked for a corrected name on their certificate for “${context.title}”.`,
        "Correct the name or decline the request under Certificates. The learner hears of either.",
      ],
      link: paths.certificatesNameAsked,
      label: "View request",
    }),
  "certificate.correction-declined": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Request for a corrected name declined: ${context.title}`,
      lines: [
        `${context.organizationName} declined your request for a corrected name on your certificate for “${context.title}”. The certificate stays as it is.`,
        ...context.feedback,
      ],
      link: paths.myCredentials,
      label: "View your credentials",
    },
  ],
  "submission.revision-reminded": revisionWaits,
  "submission.revision-last-call": revisionWaits,
  "submission.closed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Submission closed: ${context.title}`,
      lines: [
        `We didn’t receive your revision of “${context.title}” within ${revisionDays.end} days, so your submission is closed.`,
        "Your payment isn’t refunded because the review was done. You can apply again while the credential is open.",
      ],
      link: submissionPage(context),
      label: "View submission",
    },
  ],
  "application.archive-told": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Finish “${context.title}” by ${context.finishBy}`,
      lines: [
        `${context.organizationName} was archived. You can finish your submission for “${context.title}” until ${context.finishBy}. Submit early enough for it to be reviewed before then.`,
        "If it isn’t completed by then, it’s closed. You get what you paid as product credit to use in any organization.",
        "Certificates stay valid.",
      ],
      link: submissionPage(context),
      label: "Continue your submission",
    },
    ...each([idIn(context.event, "reviewer_id")].filter(Boolean), {
      title: `Finish your review of “${context.title}” by ${context.finishBy}`,
      lines: [
        `${context.organizationName} was archived. You can finish your review of “${context.title}” until ${context.finishBy}.`,
        "If it isn’t completed by then, it’s closed. You’re paid for the sections you decided.",
      ],
      link: paths.acceptedJob(context.jobId),
      label: "Continue your review",
    }),
  ],
  "application.archive-ended": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Submission closed: ${context.title}`,
      lines: [
        `${context.organizationName} was archived, and the time to finish “${context.title}” has passed. You weren’t charged.`,
      ],
      link: submissionPage(context),
      label: "View submission",
    },
    ...reviewEnded(context),
  ],
  "application.lapsed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Application expired: ${context.title}`,
      lines: [
        `You didn’t pay for “${context.title}” within ${unpaidDays} days. You can apply again while the credential is open.`,
      ],
      link: paths.credentialDetails(context.event.organization_id, idIn(context.event, "cred_id")),
      label: "View credential",
    },
  ],
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
  "appeal.filed": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Appeal filed: ${context.title}`,
      lines: [
        `A learner appealed the decision on their submission for “${context.title}”.`,
        "A reviewer who hasn’t seen the submission decides. You can follow it in the list of appeals.",
      ],
      link: paths.appeals,
      label: "View appeals",
    }),
  "appeal.lapsed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Appeal not filed: ${context.title}`,
      lines: [
        `You didn’t pay the fee for your appeal on “${context.title}” in time, so it wasn’t filed.`,
        `You weren’t charged. You can appeal again until ${appealDays} days after the decision.`,
      ],
      link: submissionPage(context),
      label: "View submission",
    },
  ],
  "appeal.upheld": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Appeal decided: ${context.title}`,
      lines: [
        `Another reviewer reviewed your submission for “${context.title}” and came to the same decision.`,
        "Read their feedback, then continue your revision. Your time to revise starts over.",
      ],
      link: submissionPage(context),
      label: "Read the decision",
    },
  ],
  "appeal.overturned": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Appeal granted: ${context.title}`,
      lines: [
        `Another reviewer reviewed your submission for “${context.title}” and approved at least one section you appealed.`,
        "See which sections were approved, and read their feedback.",
      ],
      link: submissionPage(context),
      label: "Read the decision",
    },
  ],
  "appeal.late": async (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Appeal is late: ${context.title}`,
      lines: [
        `We’re sorry. The decision on your appeal for “${context.title}” is late. You don’t need to do anything.`,
        "You’ll hear from us as soon as it’s made.",
      ],
      link: submissionPage(context),
      label: "View submission",
    },
    ...each(await members(context, roleIds.admin), {
      title: `Appeal is late: ${context.title}`,
      lines: [
        `The decision on an appeal for “${context.title}” is late.`,
        "If no one has accepted it, add a reviewer who hasn’t seen the submission.",
      ],
      link: paths.appeals,
      label: "View appeals",
    }),
  ],
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
