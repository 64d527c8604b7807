import type { Split } from "../platform/money.ts";
import type { PaymentStatus, PurchaseName } from "./payment.ts";

/** Days before evidence for a disputed payment is due, when admins are reminded of it. */
export const evidenceReminderDays = 3;

/** Whether a payment stands for a sale, whatever became of it since. */
export const isSold = (status: PaymentStatus): boolean => status !== "open" && status !== "failed";

/** Hours an open payment may wait before it counts as failed and gives its credit back. */
export const openHoursMax = 24;
/** Minutes after which the schedule asks the provider about an open payment. */
export const reconcileAfterMinutes = 10;
/** The least the card provider collects at once, in cents. */
export const cardCentsMin = 50;

/**
 * How a price is paid: credit first, the rest by card. The card provider takes no less than half a dollar, so credit
 * leaves that much when it would leave a smaller rest. shared/payment/README.md, "Paying".
 */
export function purchaseOf(priceCents: number, balanceCents: number): { creditCents: number; dueCents: number } {
  const whole = Math.min(priceCents, Math.max(0, balanceCents));
  const rest = priceCents - whole;
  const dueCents = rest > 0 ? Math.max(rest, Math.min(cardCentsMin, priceCents)) : 0;
  return { creditCents: priceCents - dueCents, dueCents };
}

/** The longest reason of a refund. */
export const refundReasonMax = 300;

/** The provider's idempotency key of an attempt to pay. */
export const providerKey = ({
  application_id,
  attempt,
  purchase,
}: {
  readonly application_id: string;
  readonly attempt: number;
  readonly purchase?: PurchaseName | undefined;
}): string => `${purchase === "appeal" ? "appeal" : "app"}-${application_id}-v${attempt}`;

/**
 * The number of a payment's receipt, such as `7K3F9-Q2MXA`: the last ten characters of the application's id, or for an
 * appeal's fee of that of its line of billing history. Rule: shared/payment/README.md, "Receipts".
 */
export function receiptNumber({
  application_id,
  purchase,
  entry_id,
}: {
  readonly application_id: string;
  readonly purchase?: PurchaseName | undefined;
  readonly entry_id?: string | undefined;
}): string {
  const id = purchase === "appeal" && entry_id !== undefined ? entry_id : application_id;
  return `${id.slice(-10, -5)}-${id.slice(-5)}`;
}

/** The accounts of shared/payment/README.md, "Ledger": what one receives is positive, what it owes negative. */
export const accounts = [
  "cash",
  "reviewer_payable",
  "issuer",
  "platform",
  "organization",
  "credit_liability",
  "fees",
  "org_payable",
] as const;
export type Account = (typeof accounts)[number];

/** The cents of a ledger event by account; they sum to zero. */
export type Entry = Partial<Record<Account, number>>;

/** A sale: cash and spent credit come in; the reviewer's pay (due once the job is completed) and the shares are owed. */
export const saleEntry = (dueCents: number, creditCents: number, shares: Split): Entry =>
  withoutZeros({
    cash: dueCents,
    credit_liability: creditCents,
    reviewer_payable: -shares.reviewer_pay_cents,
    issuer: -shares.issuer_share_cents,
    platform: -shares.platform_share_cents,
    organization: -shares.organization_share_cents,
  });

/** A completed review: of a paid credential the sale set the pay aside; for a free one the organization owes it. */
export const payEntry = (payCents: number, priceCents: number): Entry =>
  priceCents === 0 ? withoutZeros({ org_payable: payCents, reviewer_payable: -payCents }) : {};

/** Pay that left our account. */
export const payoutEntry = (payCents: number): Entry => withoutZeros({ reviewer_payable: payCents, cash: -payCents });

/** Money that came in a second time for one purchase becomes product credit. */
export const duplicateEntry = (cents: number): Entry => ({ cash: cents, credit_liability: -cents });

/** What a provider kept for itself: the platform bears it; the shares stay exact. */
export const feeEntry = (cents: number): Entry => withoutZeros({ platform: cents, fees: -cents });

/** The shares go back, and of the pay what nobody earned; what was earned stays the reviewers', and the organization owes it. */
const takenBack = (shares: Split, earnedCents: number): Entry => ({
  reviewer_payable: shares.reviewer_pay_cents - earnedCents,
  org_payable: earnedCents,
  issuer: shares.issuer_share_cents,
  platform: shares.platform_share_cents,
  organization: shares.organization_share_cents,
});

/** A sale that became product credit. `earnedCents`: what of the reviewers' pay was earned by then. */
export const refundEntry = (priceCents: number, shares: Split, earnedCents: number): Entry =>
  withoutZeros({ ...takenBack(shares, earnedCents), credit_liability: -priceCents });

/** A sale whose money the provider took back after a lost dispute; credit that was spent on it is credit again. */
export const reversalEntry = (dueCents: number, creditCents: number, shares: Split, earnedCents: number): Entry =>
  withoutZeros({ ...takenBack(shares, earnedCents), cash: -dueCents, credit_liability: -creditCents });

/** What of an appeal's fee does not pay its seat becomes product credit. */
export const feeReturnEntry = (cents: number): Entry =>
  withoutZeros({ reviewer_payable: cents, credit_liability: -cents });

/** Pay that nobody can earn any more is split like the rest of its price. */
export const unearnedEntry = (payCents: number, shares: Omit<Split, "reviewer_pay_cents">): Entry =>
  withoutZeros({
    reviewer_payable: payCents,
    issuer: -shares.issuer_share_cents,
    platform: -shares.platform_share_cents,
    organization: -shares.organization_share_cents,
  });

/** What the rows of an event sum to; anything but 0 is a fault. */
export const sumOf = (entry: Entry): number => Object.values(entry).reduce((sum, cents) => sum + cents, 0);

const withoutZeros = (entry: Entry): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([, cents]) => cents !== 0));
