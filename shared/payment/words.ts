import type { LineKind, PurchaseName } from "./payment.ts";

/** How the dispute about a charge stands, in words. */
export const disputeWords = { open: "disputed", won: "dispute won", lost: "dispute lost" } as const;

/** What billing history is narrowed to, in words. */
export const kindNames: Readonly<Record<LineKind, string>> = {
  sale: "Sales",
  refund: "Refunds",
  dispute: "Disputes",
  pay: "Review pay",
  credit: "With product credit",
};

const billingKinds = {
  charge: "Charge",
  pay: "Reviewer of a free credential",
  refund: "Refund as credit",
  reversal: "Lost dispute",
  unearned: "Review pay released",
} as const;

const ofFees: Partial<Record<keyof typeof billingKinds, string>> = {
  charge: "Appeal fee",
  refund: "Appeal fee returned as credit",
  reversal: "Lost dispute about an appeal fee",
};

/** What a line of billing history is, and of which purchase, in words. */
export const lineWords = ({
  kind,
  purchase,
}: {
  readonly kind: keyof typeof billingKinds;
  readonly purchase?: PurchaseName | undefined;
}): string => (purchase === "appeal" ? ofFees[kind] : undefined) ?? billingKinds[kind];
