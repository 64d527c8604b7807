import { idIn } from "../event.ts";
import { money, type Tellings } from "./telling.ts";

/** What is paid, given back and paid out. */
export const moneyTellings: Tellings = {
  "payout.sent": ({ event }) => [
    {
      user_id: idIn(event, "user_id"),
      title: `${money(event.cents)} is on its way to your bank account`,
      lines: ["What was due for your reviews was paid out. Banks take one to three working days to book it."],
      link: "/payments",
      label: "See your payments",
    },
  ],
  "payment.paid": (facts) => {
    const { price_cents, due_cents, credit_cents, method } = facts.event;
    const credit = Number(credit_cents) > 0 ? [`Product credit: ${money(credit_cents)}`] : [];
    return [
      {
        user_id: idIn(facts.event, "user_id"),
        title: `Receipt: ${facts.title}`,
        lines: [
          `Your payment of ${money(price_cents)} for “${facts.title}” arrived. You can begin your submission.`,
          ...credit,
          ...(Number(due_cents) > 0 ? [`${method === "paypal" ? "PayPal" : "Card"}: ${money(due_cents)}`] : []),
          `Receipt number: ${idIn(facts.event, "application_id")}`,
          "All sales are final; refunds are issued as product credit.",
        ],
        link: `/credential/${idIn(facts.event, "cred_id")}/submit`,
        label: "Begin your submission",
      },
    ];
  },
  "payment.credited": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `Your payment became product credit: ${facts.title}`,
      lines: [
        `${facts.organizationName} refunded ${money(facts.event.price_cents)} for “${facts.title}” as product credit.`,
        "Credit is spent first with your next purchase, in whatever organization.",
      ],
      link: "/",
      label: "Browse credentials",
    },
  ],
  "payment.duplicate": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `A second payment became product credit: ${facts.title}`,
      lines: [
        `A payment of ${money(facts.event.cents)} for “${facts.title}” reached us although nothing was due. It is now your product credit.`,
        "Credit is spent first with your next purchase.",
      ],
      link: "/",
      label: "Browse credentials",
    },
  ],
  "payment.payable": (facts) => [
    {
      user_id: idIn(facts.event, "reviewer_id"),
      title: `You earned ${money(facts.event.pay_cents)}`,
      lines: [`Your review of a submission for “${facts.title}” is complete, and your pay is due.`],
      link: "/payments",
      label: "See your payments",
    },
  ],
};
