import { roleIds } from "../../../shared/permissions.ts";
import { brand } from "../../../shared/platform/brand.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { environment } from "../../process/environment.ts";
import { idIn } from "../event.ts";
import type { EventContext } from "../event-context.ts";
import { each, members, money, type Notification, type NotificationRules } from "./notification.ts";

/** What the reviewer who had the job hears when its application was closed with its sale. */
export const reviewEnded = ({ acceptor, isWithdrawn, title }: EventContext): Notification[] =>
  acceptor === undefined || !isWithdrawn
    ? []
    : [
        {
          user_id: acceptor,
          title: `A review has ended: ${title}`,
          lines: [
            `The submission for “${title}” that you were reviewing was closed. There is nothing left to do for it.`,
            "Sections you decided are paid.",
          ],
          link: paths.completedJobs,
          label: "See your jobs",
        },
      ];

/** How an admin helps to win a dispute, and until when. */
const evidenceWanted = ({ evidenceBy, event }: EventContext): string[] => [
  `${evidenceBy === "" ? "As soon as you can" : `By ${evidenceBy}`}, write to ${brand.supportEmail} what shows that it is owed: when they applied, what they handed in, and what was reviewed. Name the receipt ${idIn(event, "application_id")}. We hand it on to the bank or PayPal.`,
];

/** What is paid, given back and paid out. */
export const moneyNotifications: NotificationRules = {
  "payout.sent": ({ event }) => [
    {
      user_id: idIn(event, "user_id"),
      title: `${money(event.cents)} is on its way to your bank account`,
      lines: ["What was due for your reviews was paid out. Banks take one to three working days to book it."],
      link: paths.payments,
      label: "See your payments",
    },
  ],
  "payment.paid": (context) => {
    const { price_cents, due_cents, credit_cents, method } = context.event;
    const credit = Number(credit_cents) > 0 ? [`Product credit: ${money(credit_cents)}`] : [];
    return [
      {
        user_id: idIn(context.event, "user_id"),
        title: `Receipt: ${context.title}`,
        lines: [
          `Your payment of ${money(price_cents)} for “${context.title}” arrived. You can begin your submission.`,
          ...credit,
          ...(Number(due_cents) > 0 ? [`${method === "paypal" ? "PayPal" : "Card"}: ${money(due_cents)}`] : []),
          `Receipt number: ${idIn(context.event, "application_id")}`,
          `Paid by: ${context.personName}, on ${context.day}`,
          `Paid to: ${[context.organizationName, ...context.organizationContact].join(", ")}`,
          `For print: ${new URL(paths.receipt(idIn(context.event, "application_id")), environment("PORTAL_ORIGIN")).href}`,
          "All sales are final; refunds are issued as product credit.",
        ],
        link: paths.submitWork(idIn(context.event, "cred_id")),
        label: "Begin your submission",
      },
    ];
  },
  "payment.credited": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your payment became product credit: ${context.title}`,
      lines: [
        `${context.organizationName} refunded ${money(context.event.price_cents)} for “${context.title}” as product credit.`,
        ...(context.refundReason ? [`The reason: ${context.refundReason}`] : []),
        "Credit is spent first with your next purchase, in whatever organization.",
      ],
      link: paths.productCredit,
      label: "See your product credit",
    },
    ...reviewEnded(context),
  ],
  "payment.disputed": async (context) => [
    ...each(await members(context, roleIds.admin), {
      title: `A payment is disputed: ${context.title}`,
      lines: [
        `${context.personName} (or their bank) asks for the ${money(context.event.price_cents)} for “${context.title}” back.`,
        ...evidenceWanted(context),
        "Until it is decided the reviewer's pay waits, and the payment cannot be refunded. Not answered is lost: then the sale is undone.",
      ],
      link: paths.paymentHistory,
      label: "See the payment history",
    }),
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your payment is disputed: ${context.title}`,
      lines: [
        `The bank or PayPal was asked for the ${money(context.event.price_cents)} for “${context.title}” back. Until they have decided you can go on with your work.`,
        "If that was a mistake, tell them so. If the money goes back, your submission is closed.",
      ],
      link: paths.mySubmission(idIn(context.event, "application_id")),
      label: "See your submission",
    },
  ],
  "payment.evidence-reminded": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Evidence is due soon: ${context.title}`,
      lines: [
        `The dispute about the ${money(context.event.price_cents)} that ${context.personName} paid for “${context.title}” is still open.`,
        ...evidenceWanted(context),
      ],
      link: paths.paymentHistory,
      label: "See the payment history",
    }),
  "payment.dispute-won": async (context) => [
    ...each(await members(context, roleIds.admin), {
      title: `Dispute won: ${context.title}`,
      lines: [
        `The ${money(context.event.price_cents)} that ${context.personName} paid for “${context.title}” stay. The reviewer's pay no longer waits.`,
      ],
      link: paths.paymentHistory,
      label: "See the payment history",
    }),
    {
      user_id: idIn(context.event, "user_id"),
      title: `The dispute is over: ${context.title}`,
      lines: [`The payment for “${context.title}” stands, and so does your submission.`],
      link: paths.mySubmission(idIn(context.event, "application_id")),
      label: "See your submission",
    },
  ],
  "payment.dispute-lost": async (context) => [
    ...each(await members(context, roleIds.admin), {
      title: `Dispute lost: ${context.title}`,
      lines: [
        `The ${money(context.event.due_cents)} that ${context.personName} paid for “${context.title}” went back. The sale is undone, with all its shares.`,
        "What a reviewer had earned by then is your organization's debt. A submission that was not completed is closed.",
      ],
      link: paths.paymentHistory,
      label: "See the payment history",
    }),
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your payment went back: ${context.title}`,
      lines: [
        `The dispute about “${context.title}” is over, and ${money(context.event.due_cents)} went back to the one who paid.`,
        ...(Number(context.event.price_cents) > Number(context.event.due_cents)
          ? ["The product credit you had used for it is yours again."]
          : []),
        "A submission that was not completed is closed. You can apply again while the credential takes applications.",
      ],
      link: paths.mySubmission(idIn(context.event, "application_id")),
      label: "See your submission",
    },
    ...reviewEnded(context),
  ],
  "payment.duplicate": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `A second payment became product credit: ${context.title}`,
      lines: [
        `A payment of ${money(context.event.cents)} for “${context.title}” reached us although nothing was due. It is now your product credit.`,
        "Credit is spent first with your next purchase.",
      ],
      link: paths.productCredit,
      label: "See your product credit",
    },
  ],
  "payment.payable": (context) =>
    Number(context.event.pay_cents) === 0
      ? []
      : [
          {
            user_id: idIn(context.event, "reviewer_id"),
            title: `You earned ${money(context.event.pay_cents)}`,
            lines: [`Your review of a submission for “${context.title}” is complete, and your pay is due.`],
            link: paths.payments,
            label: "See your payments",
          },
        ],
};
