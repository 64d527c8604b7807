import { receiptNumber } from "../../../shared/payment/rules.ts";
import { disputeWords, lineWords } from "../../../shared/payment/words.ts";
import { dollars } from "../../../shared/platform/money.ts";
import { bulkGet, bulkRows } from "../../data/bulk.ts";
import { idOf } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { paymentViews } from "../../data/keys/payment.ts";
import { inPeriod, periodWords, readSums } from "../../data/period.ts";
import type { Column, Sheet } from "../../sheets/sheet.ts";
import { BillingRecord } from "./billing.ts";

type Row = BillingRecord & { readonly name: string };

/** Who comes again and again is read once: so many names are remembered while a history is read. */
const NAMES_KEPT = 1000;
type AmountName = Extract<keyof BillingRecord, `${string}_cents`>;

/** Cents as dollars with two decimals, by whole numbers: `toFixed` is half the work of writing a row. */
function dollarsText(cents: number): string {
  const whole = Math.abs(cents);
  const rest = whole % 100;
  return `${cents < 0 ? "-" : ""}${(whole - rest) / 100}.${rest < 10 ? "0" : ""}${rest}`;
}

const amount = (name: AmountName, header: string): Column<Row> => ({
  id: name.replace("_cents", ""),
  header,
  kind: "amount",
  value: (row) => dollarsText(row[name]),
});

/** What a line is; of a charge also what became of it. */
function kindWords({ refunded_on, dispute, ...row }: Row): string {
  const words = lineWords(row);
  if (refunded_on) return row.purchase === "appeal" ? `${words}, returned` : `${words}, refunded`;
  return dispute ? `${words}, ${disputeWords[dispute]}` : words;
}

/** The receipt of a charge, or of the application that another line is about. */
const receiptOf = ({ kind, application_id, ...row }: Row): string =>
  receiptNumber(kind === "charge" ? { application_id, ...row } : { application_id });

const columns: readonly Column<Row>[] = [
  { id: "at", header: "Date", kind: "text", value: ({ at }) => at.slice(0, 10) },
  { id: "kind", header: "Kind", kind: "text", value: kindWords },
  { id: "name", header: "Who", kind: "text", value: ({ name }) => name || "Deleted account" },
  { id: "title", header: "Credential", kind: "text", value: ({ title }) => title },
  amount("price_cents", "Learner paid"),
  amount("card_cents", "By card"),
  amount("credit_cents", "With credit"),
  amount("reviewer_pay_cents", "Reviewer"),
  amount("issuer_share_cents", "Issuer"),
  amount("platform_share_cents", "Platform"),
  amount("organization_share_cents", "Organization"),
  { id: "application_id", header: "Receipt number", kind: "text", value: receiptOf },
];

const dollarsOf = (cents: unknown) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(dollars(Number(cents ?? 0)));

/** An organization's billing history of all time, a year or a month such as 2026-11, as a table to hand out. */
export function billingSheet(
  { organization_id, name }: { readonly organization_id: string; readonly name: string },
  period: string | undefined,
): Sheet<Row> {
  const view = (month?: string) => paymentViews.billing(organization_id, month);
  const { total, ...listed } = inPeriod(view, "pay", period);
  return {
    title: "Billing history",
    subtitle: `${name}, ${periodWords(period)}`,
    fileName: `billing-history${period ? `-${period}` : ""}`,
    columns,
    async summaryLines() {
      const sums = await readSums(view, period);
      return [
        ["Learners paid", dollarsOf(sums.price_cents)],
        ["Reviewers", dollarsOf(sums.reviewer_pay_cents)],
        ["Issuer", dollarsOf(sums.issuer_share_cents)],
        ["Platform", dollarsOf(sums.platform_share_cents)],
        ["Organization", dollarsOf(sums.organization_share_cents)],
      ];
    },
    total,
    pages: (reading) => {
      let names = new Map<string, string>();
      return bulkRows({ ...listed, ...reading }, async (rows) => {
        if (names.size > NAMES_KEPT) names = new Map();
        const known = names; // the next chunk may begin a new one
        const userOf = ({ reference }: (typeof rows)[number]) => idOf(reference.pk);
        const strangers = [...new Set(rows.map(userOf))].filter((user_id) => !known.has(user_id));
        const found = await bulkGet([
          ...rows.map(({ reference }) => reference),
          ...strangers.map(organizationKeys.user),
        ]);
        strangers.forEach((user_id, index) => {
          const person = found[rows.length + index];
          known.set(user_id, person ? `${person.first_name ?? ""} ${person.last_name ?? ""}`.trim() : "");
        });
        return rows.flatMap((each, index) => {
          const item = found[index];
          return item ? [{ ...BillingRecord.parse(item), name: known.get(userOf(each))! }] : [];
        });
      });
    },
  };
}
