import * as paths from "../../../../shared/platform/paths.ts";
import { revisionDays, unpaidDays } from "../../../../shared/submission/rules.ts";
import { idIn } from "../../../chain/event.ts";
import type { EventContext } from "../event-context.ts";
import { each, type NotificationRule, type NotificationRules, submissionPage } from "./notification.ts";
import { endedBefore, finishReview } from "./reviews.ts";

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

/** What becomes of applications and submissions. */
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
    ...finishReview(context), // of an event from before seats had events of their own
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
    ...endedBefore(context),
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
};
