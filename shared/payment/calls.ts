import * as z from "zod";
import { call, data, narrowing, Page, page, paging } from "../http/call.ts";
import { ApplicationId, CredentialId, Dollars, multiLine, organizationSelector } from "../http/fields.ts";
import {
  Billing,
  CardSecret,
  CreditEntry,
  PayPalOrder,
  PurchaseName,
  PurchaseRow,
  Receipt,
  RefundOutcome,
} from "./payment.ts";
import { refundReasonMax } from "./rules.ts";

const pay = { permission: "payment:pay", within: "organization" } as const;
const purchase = {
  ...organizationSelector,
  credential_id: CredentialId,
  purchase: PurchaseName.optional(),
};

/**
 * The payment of the caller's own application. Product credit is held first; when it covers the price the purchase is
 * finished here, with no provider involved.
 */
export const saveBilling = call({
  route: "POST /user/billing",
  summary: "Begin a payment, or read where it stands",
  allow: pay,
  input: () => z.object(purchase),
  output: () => data(Billing),
  problems: ["resource.not-found", "payment.nothing-due", "payment.changed", "payment.provider-unavailable"],
  idempotent: true,
});

/** The key to the card provider's payment of the caller's own application; begins the payment when nothing is open. */
export const readCardSecret = call({
  route: "GET /payment/stripe/secret",
  summary: "Get what the card form needs",
  allow: pay,
  input: () => z.object(purchase),
  output: () => data(CardSecret),
  problems: [
    "resource.not-found",
    "payment.nothing-due",
    "payment.already-paid",
    "payment.changed",
    "payment.provider-unavailable",
  ],
});

/**
 * Tells that the card form is through. The server asks the provider itself: paid makes the application ready; declined
 * is refused with the provider's words, and the purchase stays open so that another card can be tried.
 */
export const charge = call({
  route: "POST /user/charge",
  summary: "Finish a card payment",
  allow: pay,
  input: () =>
    z.object({
      ...purchase,
      stripe_id: z.string().regex(/^pi_\w{1,100}$/, "Not a payment of the card provider."),
    }),
  output: () => data(Billing),
  problems: [
    "resource.not-found",
    "payment.mismatch",
    "payment.declined",
    "payment.not-finished",
    "payment.changed",
    "payment.provider-unavailable",
  ],
  idempotent: true,
});

/** Each event is applied once, and only after the provider was asked again. */
export const stripeWebhook = call({
  route: "POST /payment/stripe/webhook",
  summary: "Take an event of the card provider",
  allow: "signature",
  input: () => z.object({}),
  output: () => data(z.object({ received: z.literal(true) })),
  problems: ["payment.bad-signature"],
});

/**
 * Answers where to approve the order. A card payment under way is given up at the card provider first; choosing the
 * card again closes the order likewise.
 */
export const createPaypalOrder = call({
  route: "POST /payment/paypal/order",
  summary: "Begin a PayPal payment",
  allow: pay,
  input: () => z.object(purchase),
  output: () => data(PayPalOrder),
  problems: [
    "resource.not-found",
    "payment.nothing-due",
    "payment.already-paid",
    "payment.changed",
    "payment.paypal-unavailable",
    "payment.provider-unavailable",
  ],
});

/** Safe to repeat: an order is collected once. */
export const capturePaypalOrder = call({
  route: "POST /payment/paypal/capture",
  summary: "Collect an approved PayPal order",
  allow: pay,
  input: () => z.object({ ...purchase, order_id: z.string().regex(/^[A-Z0-9]{1,36}$/, "Not an order of PayPal.") }),
  output: () => data(Billing),
  problems: [
    "resource.not-found",
    "payment.mismatch",
    "payment.declined",
    "payment.not-approved",
    "payment.not-finished",
    "payment.changed",
    "payment.paypal-unavailable",
  ],
  idempotent: true,
});

/** PayPal itself verifies the signature; each event is applied once, after PayPal was asked again. */
export const paypalWebhook = call({
  route: "POST /payment/paypal/webhook",
  summary: "Take an event of PayPal",
  allow: "signature",
  input: () => z.object({}),
  output: () => data(z.object({ received: z.literal(true) })),
  problems: ["payment.bad-signature", "payment.paypal-unavailable"],
});

/** Of a paid application of the caller's own. */
export const readReceipt = call({
  route: "GET /payment/receipt",
  summary: "Read the receipt of a payment",
  allow: { permission: "submission:own", within: "organization" },
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      application_id: ApplicationId,
      purchase: PurchaseName.optional(),
    }),
  output: () => data(Receipt),
  problems: ["resource.not-found"],
});

/** As long as it is not paid. A payment under way is given up at its provider first; the learner may apply anew. */
export const withdrawApplication = call({
  route: "DELETE /user/application",
  summary: "Withdraw the own unpaid application",
  allow: { permission: "submission:own", within: "organization" },
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, application_id: ApplicationId }),
  output: () => data(z.object({ application_id: ApplicationId, status: z.literal("closed") })),
  problems: ["resource.not-found", "payment.already-paid", "payment.changed"],
  idempotent: true,
});

/** What a refund would do to this sale as it stands now. */
export const previewRefund = call({
  route: "GET /payment/refund",
  summary: "Read what a refund would do",
  allow: { permission: "payment:refund", within: "organization" },
  input: () => z.object({ ...organizationSelector, application_id: ApplicationId }),
  output: () => data(RefundOutcome),
  problems: ["resource.not-found", "payment.not-refundable", "payment.account-deleted"],
});

/** Nothing is paid back: all sales are final. */
export const refund = call({
  route: "POST /payment/refund",
  summary: "Refund a payment as product credit",
  allow: { permission: "payment:refund", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      application_id: ApplicationId,
      reason: multiLine()
        .min(1, "Give a reason for the refund")
        .max(refundReasonMax, `A reason has at most ${refundReasonMax} characters`),
    }),
  output: () => data(Billing),
  problems: ["resource.not-found", "payment.not-refundable", "payment.account-deleted", "payment.changed"],
  idempotent: true,
});

/** In all organizations, newest first, each with the number of its receipt. */
export const listPurchases = call({
  route: "GET /user/purchases",
  summary: "List the own purchases",
  allow: { permission: "payment:read-credit", within: "organization" },
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, ...paging, ...narrowing }),
  output: () => page("purchases", PurchaseRow),
});

/** What may be spent now, and the entries, newest first. */
export const readCredit = call({
  route: "GET /user/credit",
  summary: "Read the own product credit",
  allow: { permission: "payment:read-credit", within: "organization" },
  whenArchived: "allowed",
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () =>
    data(
      Page.extend({
        /** Dollars that may be spent now. */
        balance: Dollars,
        /** Dollars held by purchases under way. */
        held: Dollars,
        entries: z.array(CreditEntry),
      }),
    ),
});
