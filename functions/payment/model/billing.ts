import * as z from "zod";
import { DisputeStanding, PurchaseName } from "../../../shared/payment/payment.ts";
import { splitNames } from "../../../shared/platform/money.ts";
import { paymentKeys, paymentViews } from "../../data/keys/payment.ts";
import { platformKeys } from "../../data/keys/platform.ts";
import { periodsOf } from "../../data/period.ts";
import { relist } from "../../data/relist.ts";
import { add, create, type Step } from "../../data/table.ts";

/** A line of billing history as stored. Amounts in cents. */
export const BillingRecord = z.object({
  entry_id: z.string(),
  at: z.string(),
  kind: z.enum(["charge", "pay", "refund", "reversal", "unearned"]),
  purchase: PurchaseName.optional(),
  organization_id: z.string(),
  application_id: z.string(),
  credential_job_id: z.string().optional(),
  cred_id: z.string(),
  title: z.string(),
  user_id: z.string(),
  price_cents: z.number().int(),
  card_cents: z.number().int(),
  credit_cents: z.number().int(),
  reviewer_pay_cents: z.number().int(),
  issuer_share_cents: z.number().int(),
  platform_share_cents: z.number().int(),
  organization_share_cents: z.number().int(),
  /** Of a charge: when it became product credit. */
  refunded_on: z.string().optional(),
  /** Of a charge: how its dispute stands, and since when. */
  dispute: DisputeStanding.optional(),
  disputed_on: z.string().optional(),
});
export type BillingRecord = z.infer<typeof BillingRecord>;

/** The amounts of a billing record, which the sums of its views add up. */
export const amountNames = [
  "price_cents",
  "card_cents",
  "credit_cents",
  ...splitNames,
] as const satisfies readonly (keyof BillingRecord)[];

/** Writes a line of billing history into its lists, and adds it to their sums. */
export function bill(row: BillingRecord): Step[] {
  const lists = periodsOf(row.at).map((period) => paymentViews.billing(row.organization_id, period));
  const key = paymentKeys.billing(row.user_id, row.entry_id);
  const amounts = Object.fromEntries(amountNames.map((name) => [name, row[name]]));
  return [
    create(key, row),
    ...relist(key, row.entry_id, [], lists),
    ...lists.map((view) => add(platformKeys.amounts(view), amounts)),
  ];
}
