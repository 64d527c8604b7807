import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { BillingTotals, KindTotals, LineKind } from "../../shared/payment/payment.ts";
import { api } from "../api/client.ts";
import { Amounts } from "../content/payment/amounts.tsx";
import { useSession } from "../session/session.tsx";
import { money } from "../ui/look/format.ts";

/** What goes to somebody, and what of it the organization adds to sales, for reviews that none pays. */
export function paidIn({ price, reviewer_pay, issuer_share, platform_share, organization_share }: BillingTotals) {
  const parts = [reviewer_pay, issuer_share, platform_share, organization_share];
  const totalCents = parts.reduce((sum, part) => sum + Math.round(part * 100), 0);
  return { total: totalCents / 100, byOrganization: (totalCents - Math.round(price * 100)) / 100 };
}

/** What an organization is left with: its share less what it adds to sales. */
const resultOf = (totals: BillingTotals) =>
  (Math.round(totals.organization_share * 100) - Math.round(paidIn(totals).byOrganization * 100)) / 100;

/** What an organization's result is made of; what sales, refunds and pay leave is of lost disputes. */
function partsOf(all: BillingTotals, { sale, refund, pay }: KindTotals) {
  const [result, cameIn, refunded, paidOut] = [all, sale, refund, pay].map(resultOf) as [
    number,
    number,
    number,
    number,
  ];
  const lost = [cameIn, refunded, paidOut].reduce(
    (rest, part) => rest - Math.round(part * 100),
    Math.round(result * 100),
  );
  return { cameIn, refunded, lost: lost / 100, paidOut, result };
}

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
  const answer = useQuery(api.organization.listBillingHistory.query({ organization_id, limit: 1, ...asked })).data;
  const parts = answer?.by_kind && partsOf(answer.totals, answer.by_kind);
  const opening = (kind?: LineKind) =>
    new URLSearchParams(
      Object.entries({ ...asked, kind }).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
    ).toString();
  const linked = (part: keyof NonNullable<typeof parts>, kind?: LineKind) =>
    parts && <Link to={{ search: opening(kind), hash: entries }}>{money(parts[part])}</Link>;
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
        { label: "Came in", value: linked("cameIn", "sale"), note: "Your share of sales" },
        { label: "Refunds", value: linked("refunded", "refund"), note: "Your share given back" },
        { label: "Disputes", value: linked("lost", "dispute"), note: "Your share lost" },
        { label: "Paid out", value: linked("paidOut", "pay"), note: "Reviews that no sale covers" },
        {
          label: "Result",
          value: linked("result"),
          note: `${parts && parts.result < 0 ? "You owe this" : "Owed to you"}, ${words}`,
        },
      ]}
    />
  );
}
