import * as z from "zod";
import type { BillingRow, BillingTotals, KindResults, LineKind, PurchaseRow } from "../../../shared/payment/payment.ts";
import { receiptNumber } from "../../../shared/payment/rules.ts";
import { fullName } from "../../../shared/platform/full-name.ts";
import { dollars } from "../../../shared/platform/money.ts";
import { minuteOf } from "../../data/ids.ts";
import { idOf } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { paymentIndexes, paymentViews } from "../../data/keys/payment.ts";
import { inOrder, type ListPage, listReferences, type ReferencePage } from "../../data/list.ts";
import { inPeriod, readSums, withinPeriod } from "../../data/period.ts";
import { findReferences, readListed, wordsOf } from "../../data/search.ts";
import { batchGet, type Item } from "../../data/table.ts";
import { BillingRecord, rowsWithin } from "./billing.ts";
import { Payout } from "./earned-pay.ts";

/** Which page of which period: a year, a month such as 2026-11, or all time. */
export interface HistoryPage {
  readonly period?: string;
  /** Only lines of this kind. */
  readonly kind?: LineKind | undefined;
  readonly offset: number;
  readonly limit: number;
  readonly cursor?: string;
  /** Words of the learner's name or address, or of the title. */
  readonly search?: string;
  readonly sort?: "newest" | "oldest";
}

/** A page of billing history with the sums of its whole period. */
export interface History {
  readonly history: BillingRow[];
  readonly total: number;
  readonly cursor?: string;
  readonly totals: BillingTotals;
  readonly results?: KindResults;
}

interface Named {
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
}
const Person = z.object({ first_name: z.string(), last_name: z.string() });

const Amounts = z.object({
  price_cents: z.number().default(0),
  card_cents: z.number().default(0),
  credit_cents: z.number().default(0),
  reviewer_pay_cents: z.number().default(0),
  issuer_share_cents: z.number().default(0),
  platform_share_cents: z.number().default(0),
  organization_share_cents: z.number().default(0),
});

const sum = z.number().default(0);
/** The sums of a period as stored: of all its lines, and by kind how many there are and what they leave the organization. */
const Sums = Amounts.extend({
  ...{ sale_count: sum, refund_count: sum, dispute_count: sum, pay_count: sum, credit_count: sum },
  ...{ sale_result_cents: sum, refund_result_cents: sum, dispute_result_cents: sum, pay_result_cents: sum },
});

const amountsOf = (cents: z.infer<typeof Amounts>): BillingTotals => ({
  price: dollars(cents.price_cents),
  card: dollars(cents.card_cents),
  credit: dollars(cents.credit_cents),
  reviewer_pay: dollars(cents.reviewer_pay_cents),
  issuer_share: dollars(cents.issuer_share_cents),
  platform_share: dollars(cents.platform_share_cents),
  organization_share: dollars(cents.organization_share_cents),
});

/** An organization's history. A line lies in the partition of its person, so lines and people are read in one round. */
export async function readHistory(
  organization_id: string,
  { period, kind, search, sort = "newest", ...query }: HistoryPage,
): Promise<History> {
  const view = (month?: string) => paymentViews.billing(organization_id, month);
  const asked = { ...query, ...inOrder(sort) };
  const space = paymentIndexes.billing(organization_id);
  const listed = kind
    ? { view: paymentViews.billingOfKind(organization_id, kind), prefix: rowsWithin(period) }
    : inPeriod(view, "pay", period);
  const reading: Promise<ReferencePage> = search
    ? findReferences({
        ...asked,
        space,
        text: search,
        where: { ...withinPeriod(period), ...(kind && { [kind]: true }) },
      })
    : listReferences({ ...listed, ...asked });
  const [{ references, sorts: _, total, ...page }, stored] = await Promise.all([reading, readSums(view, period)]);
  const sums = Sums.parse(stored);
  const people = references.map(({ pk }) => organizationKeys.user(idOf(pk)));
  const found = await batchGet([...references, ...people]);
  const history = references.flatMap((_, index) => {
    const row = found[index] && BillingRecord.parse(found[index]);
    const person = Person.safeParse(found[references.length + index]);
    return row ? [{ ...row, ...amountsOf(row), name: person.success ? fullName(person.data) : "" }] : [];
  });
  return {
    history,
    ...page,
    total: kind && !search ? sums[`${kind}_count`] : total,
    totals: amountsOf(sums),
    results: {
      sale: dollars(sums.sale_result_cents),
      refund: dollars(sums.refund_result_cents),
      dispute: dollars(sums.dispute_result_cents),
      pay: dollars(sums.pay_result_cents),
    },
  };
}

/** A page of what a person bought, in all organizations. */
export async function readPurchases(
  user_id: string,
  {
    search,
    cursor,
    ...asked
  }: Pick<HistoryPage, "search" | "cursor" | "offset" | "limit"> & {
    readonly sort: "newest" | "oldest";
  },
): Promise<Omit<ListPage, "items"> & { readonly purchases: PurchaseRow[] }> {
  const wordsIn = (item: Item) => wordsOf(BillingRecord.parse(item).title);
  const { items, ...page } = await readListed({
    view: paymentViews.purchases(user_id),
    ...{ search, wordsIn, cursor, ...asked },
  });
  const purchases = items.map((item) => {
    const row = BillingRecord.parse(item);
    return { ...row, ...amountsOf(row), receipt: receiptNumber(row) };
  });
  return { ...page, purchases };
}

/** What a reviewer earned in an organization, as lines of pay. */
export async function readOwnPay(
  reviewer: Named,
  organization_id: string,
  { period, ...query }: HistoryPage,
): Promise<History> {
  const { items, page, earnedCents } = await readPayouts(reviewer.user_id, organization_id, { period, ...query });
  const history = items.map(({ pay_cents, credential_job_id, due_on, awaits_round: _, ...payout }) => ({
    ...payout,
    credential_job_id,
    application_id: credential_job_id,
    entry_id: credential_job_id,
    at: minuteOf(due_on),
    kind: "pay" as const,
    name: fullName(reviewer),
    ...amountsOf(Amounts.parse({ reviewer_pay_cents: pay_cents })),
  }));
  return { history, ...page, totals: amountsOf(Amounts.parse({ reviewer_pay_cents: earnedCents })) };
}

/** A page of what a reviewer earned in an organization, newest first, with the sums of its whole period in cents. */
async function readPayouts(
  user_id: string,
  organization_id: string,
  { period, search, sort = "newest", cursor, ...query }: HistoryPage,
) {
  const view = (month?: string) => paymentViews.payouts(user_id, organization_id, month);
  const wordsIn = (item: Item) => wordsOf(Payout.parse(item).title);
  const [{ items, ...page }, sums] = await Promise.all([
    readListed({ ...inPeriod(view, "job", period), search, sort, wordsIn, cursor, ...query }),
    readSums(view, period),
  ]);
  return {
    items: items.map((item) => Payout.parse(item)),
    page,
    earnedCents: Number(sums.pay_cents ?? 0),
    paidCents: Number(sums.paid_cents ?? 0),
  };
}
