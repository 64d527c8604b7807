import * as z from "zod";

/** A person's product credit as stored. Cents that may be spent, and those that open payments hold. */
export const Credit = z.object({
  user_id: z.string(),
  balance_cents: z.number().int().default(0),
  held_cents: z.number().int().default(0),
});
/** See {@link Credit}. */
export type Credit = z.infer<typeof Credit>;

/** A line of credit entries as stored; `cents` is negative for what was spent. */
export const CreditRecord = z.object({
  entry_id: z.string(),
  user_id: z.string(),
  at: z.string(),
  kind: z.enum(["refund", "duplicate", "spent"]),
  cents: z.number().int(),
  reason: z.string(),
  application_id: z.string().optional(),
});
