import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { BillingTotals, LineKind } from "../../shared/payment/payment.ts";
import { api } from "../api/client.ts";
import { Amounts } from "../content/payment/amounts.tsx";
import { useSession } from "../session/session.tsx";
import { firstRowsOf } from "../ui/lists/kept-preferences.ts";
import { money } from "../ui/look/format.ts";

/** What goes to somebody, and what of it the organization adds to sales, for reviews that none pays. */
export function paidIn({ price, reviewer_pay, issuer_share, platform_share, organization_share }: BillingTotals) {
  const parts = [reviewer_pay, issuer_share, platform_share, organization_share];
  const totalCents = parts.reduce((sum, part) => sum + Math.round(part * 100), 0);
  return { total: totalCents / 100, byOrganization: (totalCents - Math.round(price * 100)) / 100 };
}

/** The sum of amounts in dollars, to the cent. */
const sumOf = (amounts: readonly number[]) => amounts.reduce((all, each) => all + Math.round(each * 100), 0) / 100;

/** What an organization is left with, of which it pays for reviews that no sale covers. */
const resultOf = ({ price, reviewer_pay, issuer_share, platform_share }: BillingTotals) =>
  sumOf([price, -reviewer_pay, -issuer_share, -platform_share]);

/** The calendar month before this one, as books are kept: in UTC. */
function lastMonth() {
  const now = new Date();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return { year: before.getUTCFullYear(), month: before.getUTCMonth() + 1 };
}

export const monthNames = Array.from({ length: 12 }, (_, at) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(Date.UTC(2026, at, 1)),
);
/** What an organization made in a period, last month unless told; each part opens its lines. */
export function ResultPanel({
  period,
  entries,
}: {
  readonly period: { readonly year?: number; readonly month?: number | undefined; readonly words: string } | undefined;
  /** The id of the place on the page where the lines are. */
  readonly entries: string;
}) {
  const { organization_id } = useSession();
  const before = lastMonth();
  const { words, ...asked } = period ?? { ...before, words: `${monthNames[before.month - 1]} ${before.year}` };
  const rows = period ? firstRowsOf("payment history") : { limit: 1 };
  const answer = useQuery(api.organization.listBillingHistory.query({ ...rows, organization_id, ...asked })).data;
  const results = answer?.results;
  const result = answer?.totals && resultOf(answer.totals);
  const opening = (kind?: LineKind) =>
    new URLSearchParams(
      Object.entries({ ...asked, kind }).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
    ).toString();
  const linked = (amount: number | undefined, kind?: LineKind) =>
    amount === undefined ? undefined : <Link to={{ search: opening(kind), hash: entries }}>{money(amount)}</Link>;
  return (
    <Amounts
      title="Your result"
      label={`Your result, ${words}`}
      actions={
        period ? null : (
          <Link to={{ search: opening() }} preventScrollReset>
            Show {words}
          </Link>
        )
      }
      amounts={[
        { label: "Came in", value: linked(results?.sale, "sale"), note: "Your share of sales" },
        { label: "Refunds", value: linked(results?.refund, "refund"), note: "Your share given back" },
        { label: "Disputes", value: linked(results?.dispute, "dispute"), note: "Your share lost" },
        { label: "Paid out", value: linked(results?.pay, "pay"), note: "Reviews that no sale covers" },
        {
          label: "Result",
          value: linked(result),
          note: `${result !== undefined && result < 0 ? "You owe this" : "Owed to you"}, ${words}`,
        },
      ]}
    />
  );
}
