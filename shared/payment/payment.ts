import * as z from "zod";
import {
  ApplicationId,
  BillingEntryId,
  CredentialId,
  Dollars,
  JobId,
  OrganizationId,
  Timestamp,
  UserId,
} from "../http/fields.ts";

/** Where the payment of an application stands. */
export const paymentStatuses = ["open", "failed", "paid", "credited", "disputed", "lost"] as const;
/** Where the payment of an application stands. */
export const PaymentStatus = z.enum(paymentStatuses);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** What a purchase is paid with; `credit` when product credit covers the whole price. */
export const PaymentMethod = z.enum(["card", "paypal", "credit"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** What is paid for: the application itself, or the fee of the appeal on it. */
export const purchases = ["application", "appeal"] as const;
/** What is paid for, the application unless told. */
export const PurchaseName = z.enum(purchases);
export type PurchaseName = z.infer<typeof PurchaseName>;

/** The one payment record of a purchase, as stored. Amounts in cents. */
export const Payment = z.object({
  /** Absent for the application itself. */
  purchase: PurchaseName.optional(),
  application_id: ApplicationId,
  organization_id: OrganizationId,
  cred_id: CredentialId,
  /** The learner. */
  user_id: UserId,
  status: PaymentStatus,
  method: PaymentMethod,
  /** Counts the provider objects: each has the key of `providerKey`. */
  attempt: z.number().int(),
  /** The card provider's object of this attempt, once it is known. */
  stripe_payment_id: z.string().optional(),
  /** PayPal's order of this attempt, once it is known. */
  paypal_order_id: z.string().optional(),
  price_cents: z.number().int(),
  /** Product credit held for it while open, spent once paid. */
  credit_cents: z.number().int(),
  /** What the provider is to collect: price less credit. */
  due_cents: z.number().int(),
  /** Why the last attempt failed, in words for the learner. */
  comment: z.string(),
  started_on: Timestamp,
  updated_on: Timestamp,
  paid_on: Timestamp.optional(),
  /** What the provider kept for itself; absent until it says so. */
  fee_cents: z.number().int().optional(),
  /** The line of billing history it made. */
  entry_id: z.string().optional(),
  /** When it became product credit, and why. */
  credited_on: Timestamp.optional(),
  refund_reason: z.string().optional(),
  /** When its payer asked the bank or PayPal for the money back, and until when evidence is taken, as far as it is known. */
  disputed_on: Timestamp.optional(),
  evidence_due_on: Timestamp.optional(),
  /** The reviewer's pay in it was released: nobody could earn it any more. */
  pay_released: z.boolean().optional(),
  /** How much of it, where reviewers had earned a part. */
  pay_released_cents: z.number().int().optional(),
  /** Of an appeal's fee: what of it pays the appeal's seat, once the appeal has ended. */
  spent_cents: z.number().int().optional(),
  version: z.number().int(),
});
export type Payment = z.infer<typeof Payment>;

/** The billing record as the learner sees it. Amounts in dollars. */
export const Billing = z.object({
  application_id: ApplicationId,
  cred_id: CredentialId,
  credential_id: CredentialId,
  organization_id: OrganizationId,
  user_id: UserId,
  /** The credential's title. */
  title: z.string(),
  status: PaymentStatus,
  /** What it is, or is to be, paid with; `card` until PayPal is chosen. */
  method: PaymentMethod,
  /** The card provider's id of the payment, once there is one. */
  stripe_payment_id: z.string().optional(),
  /** PayPal's order, once there is one. */
  paypal_order_id: z.string().optional(),
  /** Why the last attempt failed; empty otherwise. */
  comment: z.string(),
  price: Dollars,
  /** Product credit that goes into it. */
  credit: Dollars,
  /** What is left to be paid by card or PayPal. */
  amount_due: Dollars,
  currency: z.literal("usd"),
  paid_on: Timestamp.optional(),
  /** When it became product credit. */
  credited_on: Timestamp.optional(),
});
export type Billing = z.infer<typeof Billing>;

/** What was paid to whom, as an employer wants it for reimbursement. Amounts in dollars. */
export const Receipt = z.object({
  /** The receipt's number. */
  number: z.string(),
  paid_on: Timestamp,
  /** Who paid. */
  payer: z.object({ name: z.string(), email: z.string() }),
  /** To whom, as it stands on the receipt. */
  organization: z.object({
    name: z.string(),
    address: z.string().optional(),
    phone: z.string().optional(),
    /** The organization's web site. */
    domain_url: z.string().optional(),
  }),
  /** The credential's title. */
  title: z.string(),
  method: PaymentMethod,
  status: PaymentStatus,
  price: Dollars,
  /** Product credit that went into it. */
  credit: Dollars,
  /** What was paid by card or PayPal. */
  amount: Dollars,
  currency: z.literal("usd"),
  /** When it became product credit. */
  credited_on: Timestamp.optional(),
});
export type Receipt = z.infer<typeof Receipt>;

/** Where the learner approves a PayPal order. */
export const PayPalOrder = z.object({
  order_id: z.string(),
  /** PayPal's page; from there the learner comes back to the payment page. */
  approve_url: z.string(),
  /** What PayPal is to collect. */
  amount: Dollars,
  currency: z.literal("usd"),
  /** `sandbox` moves no money. */
  provider: z.enum(["paypal", "sandbox"]),
});

/** What the portal's card form needs to have the provider collect the amount. */
export const CardSecret = z.object({
  /** The card provider's client secret of the payment. */
  client_secret: z.string(),
  stripe_id: z.string(),
  /** What the provider is to collect. */
  amount: Dollars,
  currency: z.literal("usd"),
  /** `sandbox` moves no money: confirm at /sandbox/stripe/ on the portal's own origin. */
  provider: z.enum(["stripe", "sandbox"]),
  /** The card provider's publishable key. */
  publishable_key: z.string(),
});
export type CardSecret = z.infer<typeof CardSecret>;

/** A change of a learner's product credit. */
export const CreditEntry = z.object({
  entry_id: z.string(),
  at: Timestamp,
  /** `spent` is negative: credit that went into a purchase. */
  kind: z.enum(["refund", "duplicate", "spent"]),
  amount: Dollars,
  /** What it was for: a credential's title, or why it was given. */
  reason: z.string(),
  application_id: ApplicationId.optional(),
});
export type CreditEntry = z.infer<typeof CreditEntry>;

/** Amounts of one or many lines of billing history, in dollars; those of a refund are negative. */
export const BillingTotals = z.object({
  /** What learners paid. */
  price: Dollars,
  /** Of it, what was paid by card or PayPal. */
  card: Dollars,
  /** Of it, what was paid with product credit. */
  credit: Dollars,
  /** Who gets it. The four sum to the price, except where the organization owes the reviewer of a free credential. */
  reviewer_pay: Dollars,
  issuer_share: Dollars,
  platform_share: Dollars,
  organization_share: Dollars,
});
export type BillingTotals = z.infer<typeof BillingTotals>;

/** What billing history is narrowed to. */
export const lineKinds = ["sale", "refund", "dispute", "pay", "credit"] as const;
/**
 * A kind of lines of billing history. A line can be of several: `sale`, what learners paid; `refund`, what became product
 * credit; `dispute`, charges that were disputed and what a lost dispute took back; `pay`, reviews that no sale covers, and
 * pay that was released; `credit`, what was paid with product credit or gave such credit back.
 */
export const LineKind = z.enum(lineKinds);
export type LineKind = z.infer<typeof LineKind>;

/**
 * What an organization is left with of the lines of each kind, in dollars; negative where it pays: their price less what
 * reviewers, issuers and the platform get. Together they are its result.
 */
export const KindResults = z.object({
  /** Of charges. */
  sale: z.number(),
  /** Of what became product credit. */
  refund: z.number(),
  /** Of what lost disputes took back. */
  dispute: z.number(),
  /** Of reviews that no sale covers, and of pay that was released. */
  pay: z.number(),
});
export type KindResults = z.infer<typeof KindResults>;

/** How the dispute about a charge stands: `open` until the bank or PayPal has decided, then won or lost by the organization. */
export const DisputeStanding = z.enum(["open", "won", "lost"]);
export type DisputeStanding = z.infer<typeof DisputeStanding>;

/** One line of an organization's billing history, or of a reviewer's pay. */
export const BillingRow = BillingTotals.extend({
  /** In a reviewer's own lines the id of their job. */
  entry_id: z.union([BillingEntryId, JobId]),
  at: Timestamp,
  /**
   * `charge`: a learner paid; `refund`: a charge became product credit; `reversal`: its dispute was lost; `unearned`: pay
   * that nobody can earn was split; `pay`: a completed review is owed, which an
   * organization sees where the credential was free (otherwise it stands in the charge), a reviewer always.
   */
  kind: z.enum(["charge", "pay", "refund", "reversal", "unearned"]),
  purchase: PurchaseName.optional(),
  organization_id: OrganizationId,
  /** In a reviewer's own lines the id of their job, too. */
  application_id: z.union([ApplicationId, JobId]),
  credential_job_id: JobId.optional(),
  cred_id: CredentialId,
  title: z.string(),
  /** The payer of a charge or the reviewer of a pay. */
  user_id: UserId,
  name: z.string(),
  /** Of a charge: when it became product credit. */
  refunded_on: Timestamp.optional(),
  /** Of a charge: how its dispute stands. */
  dispute: DisputeStanding.optional(),
  disputed_on: Timestamp.optional(),
});
export type BillingRow = z.infer<typeof BillingRow>;

/** What a learner bought, in dollars. */
export const PurchaseRow = BillingRow.pick({
  ...{ entry_id: true, at: true, purchase: true, organization_id: true, cred_id: true, title: true },
  ...{ price: true, card: true, credit: true, refunded_on: true, dispute: true, disputed_on: true },
}).extend({
  application_id: ApplicationId,
  /** The receipt's number. */
  receipt: z.string(),
});
export type PurchaseRow = z.infer<typeof PurchaseRow>;

/** What a refund does to a sale, in dollars. */
export const RefundOutcome = z.object({
  /** Product credit for the learner: the whole price. */
  credit: Dollars,
  /** The work ends with it; otherwise it has ended already. */
  closes: z.boolean(),
  /** The credential was earned: its certificate stays. */
  earned: z.boolean(),
  /** What reviewers have earned of it, which the organization owes from then on. */
  owed: Dollars,
  /** What the organization's result is lower by: its share, and what it owes. */
  result_less: Dollars,
});
export type RefundOutcome = z.infer<typeof RefundOutcome>;
