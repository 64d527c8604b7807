import * as paths from "../../../shared/platform/paths.ts";
import { idIn } from "../event.ts";
import type { EventContext } from "../event-context.ts";
import { money, type Notification, type NotificationRules } from "./notification.ts";

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
  "payment.payable": (context) => [
    {
      user_id: idIn(context.event, "reviewer_id"),
      title: `You earned ${money(context.event.pay_cents)}`,
      lines: [`Your review of a submission for “${context.title}” is complete, and your pay is due.`],
      link: paths.payments,
      label: "See your payments",
    },
  ],
};
