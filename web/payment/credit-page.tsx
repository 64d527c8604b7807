import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import type { CreditEntry } from "../../shared/payment/payment.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { Amounts } from "../content/payment/amounts.tsx";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { firstRowsOf } from "../ui/lists/kept-preferences.ts";
import { date, money } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";

const kinds: Readonly<Record<CreditEntry["kind"], string>> = {
  refund: "Refund",
  duplicate: "Extra payment",
  spent: "Spent",
};

const columns: readonly Column<CreditEntry>[] = [
  { id: "kind", header: "Type", names: true, width: 150, cell: ({ kind }) => kinds[kind] },
  { id: "at", header: "Date", date: true, width: 170, minWidth: 120, cell: ({ at }) => date(at) },
  { id: "amount", header: "Amount", align: "end", width: 130, minWidth: 100, cell: ({ amount }) => money(amount) },
  {
    id: "reason",
    header: "For",
    width: 320,
    cell: ({ reason, application_id }) =>
      application_id ? <RowLink to={paths.mySubmission(application_id)}>{reason}</RowLink> : reason,
  },
];

/** `/productCredit`: a learner's product credit, what it came from and what it went into. */
export function Page() {
  const { organization_id } = useSession();
  const credit = useQuery(api.payment.readCredit.query({ ...firstRowsOf("product credit"), organization_id })).data;
  return (
    <>
      <PageHeader
        title="Product credit"
        description="Refunds are issued as product credit. We apply it to your next purchase, in any organization. It can’t be paid out."
      />
      <SpaceBetween size="l">
        <Amounts
          label="Your balance"
          amounts={[
            { label: "Available", value: credit && money(credit.balance), note: "Used first when you pay" },
            { label: "Reserved", value: credit && money(credit.held), note: "For payments in progress" },
          ]}
        />
        <Collection
          name="product credit"
          title="Entries"
          variant="container"
          columns={columns}
          query={({ search: _, ...page }) => api.payment.readCredit.query({ ...page, organization_id })}
          rows={({ entries }) => entries}
          idOf={({ entry_id }) => entry_id}
          nameOf={({ reason }) => reason}
          empty={{
            title: "No product credit yet",
            text: "Refunds appear here and are applied to your next purchase.",
          }}
        />
      </SpaceBetween>
    </>
  );
}
