import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { PurchaseRow } from "../../shared/payment/payment.ts";
import { disputeWords } from "../../shared/payment/words.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { Amounts } from "../content/payment/amounts.tsx";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { date, money } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Stack } from "../ui/look/panel.tsx";

/** What became of a purchase. */
function standingOf({ refunded_on, dispute, disputed_on }: PurchaseRow): string {
  if (refunded_on) return `Became product credit ${date(refunded_on)}`;
  if (dispute === undefined) return "Paid";
  return dispute === "open" ? `Paid, disputed since ${date(disputed_on)}` : `Paid, ${disputeWords[dispute]}`;
}

const amount = (id: "price" | "card" | "credit", header: string): Column<PurchaseRow> => ({
  id,
  header,
  align: "end",
  width: 120,
  minWidth: 100,
  cell: (row) => money(row[id]),
});

const columns: readonly Column<PurchaseRow>[] = [
  {
    id: "title",
    header: "Purchase",
    names: true,
    width: 280,
    minWidth: 220,
    cell: ({ purchase, application_id, title }) => (
      <RowLink to={purchase === "appeal" ? paths.appeal(application_id) : paths.mySubmission(application_id)}>
        {purchase === "appeal" ? `Appeal: ${title}` : title}
      </RowLink>
    ),
  },
  { id: "at", header: "Paid on", sorts: true, date: true, width: 150, cell: ({ at }) => date(at) },
  amount("price", "Price"),
  amount("card", "By card or PayPal"),
  amount("credit", "With credit"),
  { id: "standing", header: "Status", width: 220, minWidth: 160, cell: standingOf },
  {
    id: "receipt",
    header: "Receipt",
    width: 150,
    cell: ({ purchase, application_id, receipt }) => (
      <RowLink to={(purchase === "appeal" ? paths.appealReceipt : paths.receipt)(application_id)}>{receipt}</RowLink>
    ),
  },
];

/** `/purchases`: all that a learner bought, with receipts, and the product credit they have. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const credit = useQuery(api.payment.readCredit.query({ organization_id, limit: 1 })).data;
  return (
    <>
      <PageHeader
        title="Purchases"
        description="What you paid for, in every organization. Amounts are in US dollars."
      />
      <Stack gap="l">
        <Amounts
          title="Product credit"
          label="Your product credit"
          actions={<LightButton onClick={() => void go(paths.productCredit)}>View entries</LightButton>}
          amounts={[
            { label: "Available", value: credit && money(credit.balance), note: "Used first when you pay" },
            { label: "Reserved", value: credit && money(credit.held), note: "For payments in progress" },
          ]}
        />
        <Collection
          name="purchases"
          title="Your purchases"
          variant="container"
          columns={columns}
          search="Find by title"
          query={(page) => api.payment.listPurchases.query({ ...page, organization_id })}
          rows={({ purchases }) => purchases}
          idOf={({ entry_id }) => entry_id}
          nameOf={({ title }) => title}
          empty={{
            title: "No purchases yet",
            text: "What you pay for appears here, with its receipt.",
            action: <LightButton onClick={() => void go(paths.home)}>Browse credentials</LightButton>,
          }}
        />
      </Stack>
    </>
  );
}
