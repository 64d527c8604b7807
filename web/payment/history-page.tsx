import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { type BillingRow, lineKinds } from "../../shared/payment/payment.ts";
import { disputeWords, kindNames, lineWords } from "../../shared/payment/words.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { Amounts } from "../content/payment/amounts.tsx";
import { useExport } from "../content/payment/use-export.ts";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { firstRowsOf } from "../ui/lists/kept-preferences.ts";
import { ListActions } from "../ui/lists/list-actions.tsx";
import { ListRow, ListSelect } from "../ui/lists/list-controls.tsx";
import type { RowAction } from "../ui/lists/row-menu.tsx";
import { useQueryChange } from "../ui/lists/url-state.ts";
import { calendarDate, date, money } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Stack } from "../ui/look/panel.tsx";
import { ExportsCard } from "./exports-card.tsx";
import { monthNames, paidIn, ResultPanel } from "./result-panel.tsx";

const RefundDialog = lazy(() => import("./refund-dialog.tsx"));

const amount = (
  id: "price" | "card" | "credit" | "reviewer_pay" | "issuer_share" | "platform_share" | "organization_share",
  header: string,
  hidden?: true | "tablet",
): Column<BillingRow> => ({
  id,
  header,
  align: "end",
  width: 96,
  minWidth: 92,
  ...(hidden ? { hidden } : {}),
  cell: (row) => money(row[id]),
});

/** What a line is; of a charge also what became of it. */
function kindWords({ refunded_on, dispute, disputed_on, ...row }: BillingRow): string {
  const words = lineWords(row);
  if (refunded_on) return `${words}, ${row.purchase === "appeal" ? "returned" : "refunded"} ${date(refunded_on)}`;
  if (dispute === undefined) return words;
  return `${words}, ${disputeWords[dispute]}${dispute === "open" ? ` since ${date(disputed_on)}` : ""}`;
}

const columns: readonly Column<BillingRow>[] = [
  {
    id: "title",
    header: "Credential",
    names: true,
    width: 300,
    minWidth: 220,
    cell: (row) => (
      <>
        <RowLink to={paths.credentialDetails(row.organization_id, row.cred_id)}>{row.title}</RowLink>
        <span className="history-kind">
          {row.name || "Deleted account"} · {kindWords(row)}
        </span>
      </>
    ),
  },
  { id: "at", header: "Date", sorts: true, date: true, width: 134, cell: ({ at }) => calendarDate(at) },
  amount("price", "Learner paid"),
  amount("card", "By card", true),
  amount("credit", "With credit", true),
  amount("reviewer_pay", "Reviewer"),
  amount("issuer_share", "Issuer", "tablet"),
  amount("platform_share", "Platform", "tablet"),
  amount("organization_share", "Organization"),
];

/** A charge can become product credit, once, and not while it is disputed; an appeal's fee does so by the appeal's answer. */
const refundOf = ({ kind, purchase, refunded_on, dispute }: BillingRow, onClick: () => void): RowAction[] =>
  kind === "charge" &&
  purchase === undefined &&
  refunded_on === undefined &&
  (dispute === undefined || dispute === "won")
    ? [{ id: "refund", text: "Refund as credit", destructive: true, onClick }]
    : [];

const firstYear = 2026;
const yearsBefore = 4;

const anyYear = { value: "", label: "All years" };
const anyKind = { value: "", label: "All types" };
const entriesId = "entries";
const anyMonth = { value: "", label: "All months" };

/** `/paymenthistory`: the organization's result, and charges with pay and the three shares, of all time, a year or a month. */
export function Page() {
  const { organization_id, can } = useSession();
  const mayRefund = can(api.payment.refund);
  const [refunding, setRefunding] = useState<BillingRow>();
  const [query] = useSearchParams();
  const changeQuery = useQueryChange();
  const thisYear = new Date().getUTCFullYear();
  const years = Array.from({ length: Math.max(yearsBefore, thisYear - firstYear) + 1 }, (_, back) => ({
    value: String(thisYear - back),
    label: String(thisYear - back),
  }));
  const year = years.find(({ value }) => value === query.get("year"));
  const month = year ? Number(query.get("month")) || undefined : undefined;
  const monthName = month === undefined ? undefined : monthNames[month - 1];
  const period = {
    ...(year ? { year: Number(year.value) } : {}),
    ...(monthName ? { month } : {}),
  };
  const sums = useQuery(
    api.organization.listBillingHistory.query({ ...firstRowsOf("payment history"), organization_id, ...period }),
  ).data;
  const totals = sums?.totals;
  const paid = totals && paidIn(totals);
  const kind = lineKinds.find((each) => each === query.get("kind"));
  const choose = (chosen: Readonly<Partial<Record<"year" | "month" | "kind", string | undefined>>>) =>
    changeQuery(
      (after) => {
        for (const name of ["year", "month", "kind"] as const) after.delete(name);
        for (const [name, value] of Object.entries(chosen)) if (value) after.set(name, value);
        after.delete("page");
      },
      { replace: false },
    );
  const csv = useExport(api.organization.exportBillingCsv, "under Files below");
  const html = useExport(api.organization.exportBillingHtml, "under Files below");
  const all = { organization_id, page: 0, ...period };
  const words = year ? (monthName ? `${monthName} ${year.label}` : year.label) : "All time";
  return (
    <>
      <PageHeader
        title="Payment history"
        description="What learners and your organization paid, and how it’s split. Amounts are in US dollars. Days and months are in UTC."
      />
      <Stack gap="l">
        <ResultPanel period={year ? { ...period, words } : undefined} entries={entriesId} />
        <Amounts
          title="Who paid"
          label={`Who paid, ${words}`}
          amounts={[
            { label: "Learners", value: totals && money(totals.price), note: words },
            {
              label: "Your organization",
              value: paid && money(paid.byOrganization),
              note: "Free credentials, second reviews",
            },
            { label: "Total", value: paid && money(paid.total), note: words },
          ]}
        />
        <Amounts
          title="Who gets it"
          label={`Who gets it, ${words}`}
          amounts={[
            { label: "Reviewers", value: totals && money(totals.reviewer_pay), note: "All reviews" },
            { label: "Issuer", value: totals && money(totals.issuer_share), note: "50% of the rest" },
            { label: "Platform", value: totals && money(totals.platform_share), note: "30% of the rest" },
            { label: "Organization", value: totals && money(totals.organization_share), note: "20% of the rest" },
          ]}
        />
        <div id={entriesId} className="history-entries">
          <Collection
            name="payment history"
            title={kind ? `${kindNames[kind]}, ${words}` : words}
            variant="container"
            columns={columns}
            search="Find by learner or credential"
            query={(page) =>
              api.organization.listBillingHistory.query({ ...page, organization_id, ...period, ...(kind && { kind }) })
            }
            rows={({ history }) => history}
            idOf={({ entry_id }) => entry_id}
            nameOf={({ name, title }) => `${name}, ${title}`}
            rowActions={(row) => (mayRefund ? refundOf(row, () => setRefunding(row)) : [])}
            actions={
              <ListActions
                actions={(
                  [
                    ["CSV", "CSV for spreadsheets", csv],
                    ["HTML", "Printable page (HTML)", html],
                  ] as const
                ).map(([format, about, of]) => ({
                  id: format,
                  text: `Export ${words === "All time" ? "all" : words} (${format})`,
                  about,
                  busy: of.isPending,
                  disabledReason: sums?.total === 0 ? "There are no payments to export." : undefined,
                  onClick: () => of.mutate(all),
                }))}
              />
            }
            filtered={year !== undefined || kind !== undefined}
            onClearFilters={() => choose({})}
            filters={
              <ListRow>
                <ListSelect
                  label="Year"
                  selected={year?.value ?? ""}
                  options={[anyYear, ...years]}
                  onSelect={(chosen) => choose({ year: chosen, kind })}
                />
                <ListSelect
                  label="Month"
                  disabled={!year}
                  selected={monthName ? String(month) : ""}
                  options={[anyMonth, ...monthNames.map((label, at) => ({ value: String(at + 1), label }))]}
                  onSelect={(chosen) => choose({ year: year?.value, month: chosen, kind })}
                />
                <ListSelect
                  label="Type"
                  selected={kind ?? ""}
                  options={[anyKind, ...lineKinds.map((value) => ({ value, label: kindNames[value] }))]}
                  onSelect={(chosen) => choose({ year: year?.value, month: monthName && String(month), kind: chosen })}
                />
              </ListRow>
            }
            empty={{
              title: "No payments yet",
              text: "Payments for your credentials and their shares appear here.",
            }}
            below={<ExportsCard />}
          />
        </div>
      </Stack>
      {refunding ? (
        <Suspense fallback={null}>
          <RefundDialog row={refunding} onClose={() => setRefunding(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
