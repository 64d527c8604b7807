import { roleIds } from "../../../../shared/permissions.ts";
import { brand } from "../../../../shared/platform/brand.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { idIn } from "../../../chain/event.ts";
import { environment } from "../../../runtime/environment.ts";
import type { EventContext } from "../event-context.ts";
import { each, members, money, type NotificationRules } from "./notification.ts";
import { endedBefore } from "./reviews.ts";

/** How an admin helps to win a dispute, and until when. */
const evidenceWanted = ({ evidenceBy, receiptNumber }: EventContext): string[] => [
  `${evidenceBy === "" ? "As soon as you can" : `By ${evidenceBy}`}, email ${brand.supportEmail} with evidence for the sale: when they applied, what they submitted, and what was reviewed. Include receipt number ${receiptNumber}. We’ll forward it to the bank or PayPal.`,
];

/** Whether an event is about the fee of an appeal. */
const isFee = ({ event }: EventContext): boolean => idIn(event, "purchase") === "appeal";

/** The page of a payment's receipt. */
const receiptPath = (context: EventContext): string =>
  (isFee(context) ? paths.appealReceipt : paths.receipt)(idIn(context.event, "application_id"));

/** What a payment was for. */
const boughtIn = (context: EventContext): string =>
  isFee(context) ? `your appeal on “${context.title}”` : `“${context.title}”`;

/** What is said of a refund: an organization's, or that of a fee which was not used. */
const refundLines = (context: EventContext): string[] =>
  isFee(context)
    ? [`We returned your appeal fee for “${context.title}”. ${money(context.event.price_cents)} is now product credit.`]
    : [
        `${context.organizationName} refunded ${money(context.event.price_cents)} for “${context.title}” as product credit.`,
        ...(context.refundReason ? [`Reason: ${context.refundReason}`] : []),
      ];

/** What is paid, given back and paid out. */
export const moneyNotifications: NotificationRules = {
  "payout.sent": ({ event }) => [
    {
      user_id: idIn(event, "user_id"),
      title: `${money(event.cents)} is on its way to your bank account`,
      lines: ["We sent the pay for your reviews. It usually arrives in one to three business days."],
      link: paths.payments,
      label: "View payments",
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
          isFee(context)
            ? `We received your payment of ${money(price_cents)} for ${boughtIn(context)}. Your appeal is filed.`
            : `We received your payment of ${money(price_cents)} for “${context.title}”. You can start your submission.`,
          ...credit,
          ...(Number(due_cents) > 0 ? [`${method === "paypal" ? "PayPal" : "Card"}: ${money(due_cents)}`] : []),
          `Receipt number: ${context.receiptNumber}`,
          `Paid by: ${context.personName}, on ${context.day}`,
          `Paid to: ${[context.organizationName, ...context.organizationContact].join(", ")}`,
          `Printable receipt: ${new URL(receiptPath(context), environment("PORTAL_ORIGIN")).href}`,
          "All sales are final. Refunds are issued as product credit.",
        ],
        ...(isFee(context)
          ? { link: paths.appeal(idIn(context.event, "application_id")), label: "View your appeal" }
          : { link: paths.submitWork(idIn(context.event, "cred_id")), label: "Start your submission" }),
      },
    ];
  },
  "payment.credited": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Refunded as product credit: ${context.title}`,
      lines: [...refundLines(context), "We’ll apply it to your next purchase, in any organization."],
      link: paths.productCredit,
      label: "View product credit",
    },
    ...(isFee(context) ? [] : endedBefore(context)),
  ],
  "payment.disputed": async (context) => [
    ...each(await members(context, roleIds.admin), {
      title: `Payment disputed: ${context.title}`,
      lines: [
        isFee(context)
          ? `${context.personName} or their bank disputed the ${money(context.event.price_cents)} fee for their appeal on “${context.title}”.`
          : `${context.personName} or their bank disputed the ${money(context.event.price_cents)} payment for “${context.title}”.`,
        ...evidenceWanted(context),
        isFee(context)
          ? "The appeal continues. If you lose the dispute, your organization pays for its review."
          : "The reviewer’s pay is on hold and you can’t refund the payment until the dispute is decided. If you don’t respond, you lose the dispute and the sale is reversed.",
      ],
      link: paths.paymentHistory,
      label: "View payment history",
    }),
    {
      user_id: idIn(context.event, "user_id"),
      title: `Payment disputed: ${context.title}`,
      lines: [
        `Your ${money(context.event.price_cents)} payment for ${boughtIn(context)} was disputed with your bank or PayPal. You can keep working until they decide.`,
        isFee(context)
          ? "If this was a mistake, let them know."
          : "If this was a mistake, let them know. If they return the money, your submission is closed.",
      ],
      link: paths.mySubmission(idIn(context.event, "application_id")),
      label: "View submission",
    },
  ],
  "payment.evidence-reminded": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Evidence is due soon: ${context.title}`,
      lines: [
        `${context.personName}’s dispute of the ${money(context.event.price_cents)} payment for “${context.title}” is still open.`,
        ...evidenceWanted(context),
      ],
      link: paths.paymentHistory,
      label: "View payment history",
    }),
  "payment.dispute-won": async (context) => [
    ...each(await members(context, roleIds.admin), {
      title: `Dispute won: ${context.title}`,
      lines: [
        isFee(context)
          ? `The ${money(context.event.price_cents)} fee that ${context.personName} paid for their appeal on “${context.title}” stands.`
          : `You keep the ${money(context.event.price_cents)} that ${context.personName} paid for “${context.title}”. The reviewer’s pay is no longer on hold.`,
      ],
      link: paths.paymentHistory,
      label: "View payment history",
    }),
    {
      user_id: idIn(context.event, "user_id"),
      title: `Dispute closed: ${context.title}`,
      lines: [
        isFee(context)
          ? `Your payment for ${boughtIn(context)} stands.`
          : `Your payment for “${context.title}” stands, and your submission stays open.`,
      ],
      link: paths.mySubmission(idIn(context.event, "application_id")),
      label: "View submission",
    },
  ],
  "payment.dispute-lost": async (context) => [
    ...each(await members(context, roleIds.admin), {
      title: `Dispute lost: ${context.title}`,
      lines: [
        ...(isFee(context)
          ? [
              `The ${money(context.event.due_cents)} that ${context.personName} paid for their appeal on “${context.title}” was returned.`,
              "Your organization pays for the appeal’s review.",
            ]
          : [
              `The ${money(context.event.due_cents)} that ${context.personName} paid for “${context.title}” was returned. The sale and its shares were reversed.`,
              "Your organization owes what the reviewer had already earned. If the submission wasn’t completed, it’s now closed.",
            ]),
      ],
      link: paths.paymentHistory,
      label: "View payment history",
    }),
    {
      user_id: idIn(context.event, "user_id"),
      title: `Payment returned: ${context.title}`,
      lines: [
        `The dispute about ${boughtIn(context)} is closed. ${money(context.event.due_cents)} was returned to the payer.`,
        ...(Number(context.event.price_cents) > Number(context.event.due_cents)
          ? ["The product credit you used is back in your balance."]
          : []),
        ...(isFee(context)
          ? []
          : [
              "If your submission wasn’t completed, it’s now closed. You can apply again while the credential is open.",
            ]),
      ],
      link: paths.mySubmission(idIn(context.event, "application_id")),
      label: "View submission",
    },
    ...(isFee(context) ? [] : endedBefore(context)),
  ],
  "payment.duplicate": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Extra payment added to product credit: ${context.title}`,
      lines: [
        `We received an extra payment of ${money(context.event.cents)} for ${boughtIn(context)} and added it to your product credit.`,
        "We’ll apply it to your next purchase.",
      ],
      link: paths.productCredit,
      label: "View product credit",
    },
  ],
  "payment.payable": (context) =>
    Number(context.event.pay_cents) === 0
      ? []
      : [
          {
            user_id: idIn(context.event, "reviewer_id"),
            title: `You earned ${money(context.event.pay_cents)}`,
            lines: [`You completed a review for “${context.title}”. Your pay is now due.`],
            link: paths.payments,
            label: "View payments",
          },
        ],
};
