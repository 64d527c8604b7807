/** How the dispute about a charge stands, in words. */
export const disputeWords = { open: "disputed", won: "dispute won", lost: "dispute lost" } as const;

/** What a line of billing history is, in words. */
export const billingKinds = {
  charge: "Charge",
  pay: "Reviewer of a free credential",
  refund: "Refund as credit",
  reversal: "Lost dispute",
  unearned: "Review pay released",
} as const;
