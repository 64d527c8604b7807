import * as z from "zod";
import { DisputeStanding, type LineKind, PurchaseName } from "../../../shared/payment/payment.ts";
import { splitNames } from "../../../shared/platform/money.ts";
import { paymentKeys, paymentViews } from "../../data/keys/payment.ts";
import { platformKeys } from "../../data/keys/platform.ts";
import { periodsOf } from "../../data/period.ts";
import { relist } from "../../data/relist.ts";
import { add, change, create, type Step } from "../../data/table.ts";

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

const kindOfLine = { charge: "sale", refund: "refund", reversal: "dispute", pay: "pay", unearned: "pay" } as const;

/** What kinds of lines one is listed among. */
export const kindsOf = ({ kind, credit_cents, dispute }: BillingRecord): LineKind[] => [
  kindOfLine[kind],
  ...(kind === "charge" && dispute !== undefined ? ["dispute" as const] : []),
  ...(credit_cents === 0 ? [] : ["credit" as const]),
];

/** The lists with sums that a line stands in: of each of its periods all lines, and those of each of its kinds. */
export const billingViewsOf = (row: BillingRecord): string[] =>
  periodsOf(row.at).flatMap((period) =>
    [undefined, ...kindsOf(row)].map((kind) => paymentViews.billing(row.organization_id, period, kind)),
  );

/** Lists a line where it is not listed yet, with its amounts. */
export function listLine(row: BillingRecord, before: readonly string[], after: readonly string[]): Step[] {
  const amounts = Object.fromEntries(amountNames.map((name) => [name, row[name]]));
  return [
    ...relist(paymentKeys.billing(row.user_id, row.entry_id), row.entry_id, before, after),
    ...after.filter((view) => !before.includes(view)).map((view) => add(platformKeys.amounts(view), amounts)),
  ];
}

/** Writes a line of billing history into its lists, and adds it to their sums. */
export const bill = (row: BillingRecord): Step[] => [
  create(paymentKeys.billing(row.user_id, row.entry_id), row),
  ...listLine(row, [], billingViewsOf(row)),
  ...(row.kind === "charge"
    ? relist(paymentKeys.billing(row.user_id, row.entry_id), row.entry_id, [], [paymentViews.purchases(row.user_id)])
    : []),
];

/** Notes on a charge how its dispute stands, and lists it among the disputed. */
export function noteDispute(line: BillingRecord, noted: Pick<BillingRecord, "dispute" | "disputed_on">): Step[] {
  return [
    change(paymentKeys.billing(line.user_id, line.entry_id), { set: noted }),
    ...listLine(line, billingViewsOf(line), billingViewsOf({ ...line, ...noted })),
  ];
}
