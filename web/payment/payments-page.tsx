import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { PaymentRow } from "../../shared/review/calls.ts";
import { api } from "../api/client.ts";
import { Amounts } from "../content/payment/amounts.tsx";
import { BankAccountCard, loadBankAccount } from "../content/payment/bank-account.tsx";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { firstRowsOf } from "../ui/lists/kept-preferences.ts";
import { date, duration, money, pay } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Stack } from "../ui/look/panel.tsx";
import { Status } from "../ui/look/status.tsx";

const columns: readonly Column<PaymentRow>[] = [
  {
    id: "title",
    header: "Credential",
    names: true,
    width: 260,
    cell: ({ credential_job_id, title }) => <RowLink to={paths.completedJob(credential_job_id)}>{title}</RowLink>,
  },
  { id: "issuer", header: "Issuer", hidden: true, width: 200, cell: ({ issuer_name }) => issuer_name },
  { id: "earned", header: "Earned on", date: true, width: 180, cell: ({ due_on }) => date(due_on) },
  {
    id: "time",
    header: "Review time",
    align: "end",
    width: 165,
    minWidth: 110,
    cell: ({ review_time }) => duration(review_time),
  },
  {
    id: "rate",
    header: "Hourly rate",
    align: "end",
    width: 120,
    minWidth: 110,
    cell: ({ reviewer_hourly_rate }) => pay(reviewer_hourly_rate),
  },
  { id: "amount", header: "Amount", align: "end", width: 120, minWidth: 100, cell: ({ amount }) => pay(amount) },
  {
    id: "status",
    header: "Status",
    width: 240,
    minWidth: 160,
    cell: ({ status, paid_on, amount }) =>
      amount === 0 ? (
        <Status status="closed" words="Nothing due" />
      ) : status === "paid" ? (
        <Status status="completed" words={`Paid ${date(paid_on)}`.trim()} />
      ) : (
        <Status status="pending" words="Due" />
      ),
  },
];

export const load = loadBankAccount;

/** `/payments`: what a reviewer has earned, what is due to them and what was paid. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const sums = useQuery(api.review.payments.query({ ...firstRowsOf("reviewer payments"), organization_id })).data;
  return (
    <>
      <PageHeader
        title="Payments"
        description="Pay for a job is due once its last section is approved. Amounts are in US dollars."
      />
      <Stack gap="l">
        <Amounts
          label="Your earnings"
          amounts={[
            { label: "Earned", value: sums && money(sums.earned), note: "All completed jobs" },
            { label: "Due", value: sums && money(sums.due), note: "Not paid out yet" },
            { label: "Paid", value: sums && money(sums.paid), note: "Paid out to you" },
          ]}
        />
        <BankAccountCard />
        <Collection
          name="reviewer payments"
          title="Earnings by job"
          variant="container"
          columns={columns}
          query={({ search: _, ...page }) => api.review.payments.query({ ...page, organization_id })}
          rows={({ payments }) => payments}
          idOf={({ credential_job_id }) => credential_job_id}
          nameOf={({ title }) => title}
          empty={{
            title: "Nothing earned yet",
            text: "Pay appears here when you complete a paid job.",
            action: <LightButton onClick={() => void go(paths.openJobs)}>View open jobs</LightButton>,
          }}
        />
      </Stack>
    </>
  );
}
