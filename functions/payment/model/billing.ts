import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { DisputeStanding, LineKind, PurchaseName } from "../../../shared/payment/payment.ts";
import { splitNames } from "../../../shared/platform/money.ts";
import { firstIdSince } from "../../data/ids.ts";
import { paymentKeys, paymentViews } from "../../data/keys/payment.ts";
import { platformKeys } from "../../data/keys/platform.ts";
import { countedIn, idsWithin } from "../../data/period.ts";
import { countIn, enlist, relist } from "../../data/relist.ts";
import { add, change, create, type Step } from "../../data/steps.ts";

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
  /** Among which kinds it is listed; absent from lines of an earlier release until they are migrated. */
  kinds: z.array(LineKind).optional(),
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
const kindsOf = ({ kind, credit_cents, dispute }: BillingRecord): LineKind[] => [
  kindOfLine[kind],
  ...(kind === "charge" && dispute !== undefined ? ["dispute" as const] : []),
  ...(credit_cents === 0 ? [] : ["credit" as const]),
];

/** What the organization is left with of a line, or pays for it: what nobody else gets of its price. */
const resultOf = ({ price_cents, reviewer_pay_cents, issuer_share_cents, platform_share_cents }: BillingRecord) =>
  price_cents - reviewer_pay_cents - issuer_share_cents - platform_share_cents;

/** What a line adds to the sums of its periods where it is listed among `listed`: their number, and its result by its own. */
function kindSums(line: BillingRecord, listed: readonly LineKind[]): Record<string, number> {
  const own = kindOfLine[line.kind];
  return {
    ...Object.fromEntries(listed.map((kind) => [`${kind}_count`, 1])),
    ...(listed.includes(own) && { [`${own}_result_cents`]: resultOf(line) }),
  };
}

/** All that a line adds to the sums of its periods. */
export const sumsOf = (line: BillingRecord): Record<string, number> => ({
  ...Object.fromEntries(amountNames.map((name) => [name, line[name]])),
  ...kindSums(line, line.kinds ?? []),
});

/** An organization's history, and what counts its lines of a line's month. */
export const billingViewsOf = ({ at, organization_id }: BillingRecord) =>
  countedIn(at).map((month) => paymentViews.billing(organization_id, month)) as [all: string, month: string];

/** Where a line stands in its organization's history: by its id, where that is of the line's month; else by when it is from. */
export function lineSort({ entry_id, at }: Pick<BillingRecord, "entry_id" | "at">): string {
  const [first, last] = idsWithin("pay", at.slice(0, 7));
  const since = firstIdSince("pay", at);
  return first <= entry_id && entry_id <= last ? entry_id : `${since}${entry_id.slice(since.length)}`;
}

/** What the rows of a kind's list begin with in a period: they stand by month. */
export const rowsWithin = (period: string | undefined): string | undefined =>
  period && (period.length === 4 ? `${period}-` : `${period}#`);

const listAmong = (line: BillingRecord, kinds: readonly LineKind[]): Step[] =>
  kinds.map((kind) =>
    enlist(
      paymentKeys.billing(line.user_id, line.entry_id),
      paymentViews.billingOfKind(line.organization_id, kind),
      `${line.at.slice(0, 7)}#${line.entry_id}`,
    ),
  );

/** Lists a learner's charge among what they bought. */
export const listPurchase = ({ kind, user_id, entry_id }: BillingRecord): Step[] =>
  kind === "charge"
    ? relist(paymentKeys.billing(user_id, entry_id), entry_id, [], [paymentViews.purchases(user_id)])
    : [];

/** Writes a line of billing history into its lists, and adds it to their sums. */
export function bill(row: BillingRecord): Step[] {
  const line = { ...row, kinds: kindsOf(row) };
  const key = paymentKeys.billing(row.user_id, row.entry_id);
  const [all, month] = billingViewsOf(line);
  return [
    create(key, line),
    ...relist(key, lineSort(line), [], [all]),
    countIn(month, 1),
    ...[all, month].map((view) => add(platformKeys.amounts(view), sumsOf(line))),
    ...listAmong(line, line.kinds),
    ...listPurchase(line),
  ];
}

/** Changes a line, and lists it among the kinds of which it then is; one of an earlier release is of none before. */
export function changeLine(before: BillingRecord, set: Pick<BillingRecord, "dispute" | "disputed_on"> = {}): Step[] {
  const line = { ...before, ...set };
  const kinds = kindsOf(line);
  const entered = kinds.filter((kind) => !before.kinds?.includes(kind));
  return [
    change(
      paymentKeys.billing(line.user_id, line.entry_id),
      { set: { ...set, kinds } },
      before.kinds ? {} : { where: { kinds: { absent: true } }, otherwise: new Problem("state.changed") },
    ),
    ...listAmong(line, entered),
    ...(entered.length === 0
      ? []
      : billingViewsOf(line).map((view) => add(platformKeys.amounts(view), kindSums(line, entered)))),
  ];
}
