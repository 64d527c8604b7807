import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import Header from "@cloudscape-design/components/header";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useNavigate } from "react-router";
import type { Analytics } from "../../shared/organization/analytics.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import {
  changeOf,
  comparable,
  csvOf,
  hours,
  metricColumns,
  monthName,
  percent,
  waited,
} from "../content/organization/analytics-words.ts";
import { MonthRange, useMonthRange } from "../content/organization/month-range.tsx";
import { Amounts } from "../content/payment/amounts.tsx";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { Nothing } from "../ui/lists/list-states.tsx";
import { saveCsvText } from "../ui/lists/save-file.ts";
import { counted, money } from "../ui/look/format.ts";
import { wordsFor } from "../ui/words.ts";
import { AdminHome } from "./admin-home.tsx";
import "../content/organization/analytics.css";
import { firstRowsOf } from "../ui/lists/kept-preferences.ts";
import { Panel } from "../ui/look/panel.tsx";

const Charts = lazy(() => import("./analytics-charts.tsx"));

/** `/` of an admin: what waits for them, then what their credentials led to. */
export function Page() {
  return (
    <AdminHome>
      <AnalyticsPart />
    </AdminHome>
  );
}

/** What an organization's credentials led to, by month and by credential. */
function AnalyticsPart() {
  const { organization_id } = useSession();
  const range = useMonthRange();
  const { from, to } = range;
  const asked = { organization_id, from, to };
  const answer = useQuery({
    ...api.organization.readAnalytics.query({ ...firstRowsOf("analytics"), ...asked }),
    placeholderData: keepPreviousData,
  });
  const { data } = answer;
  return (
    <SpaceBetween size="l">
      <Header
        variant="h2"
        description="Applications, completions, and revenue for your credentials. Months are in UTC. Data updates within a minute."
        actions={
          <Button iconName="download" disabled={!data} onClick={() => data && saveCsv(data)}>
            Export CSV
          </Button>
        }
      >
        Analytics
      </Header>
      <SpaceBetween size="l">
        <MonthRange {...range} />
        {answer.isError ? (
          <Alert
            type="error"
            header="We couldn’t load analytics"
            action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
          >
            {wordsFor(answer.error)}
          </Alert>
        ) : (
          <Shown data={data} asked={asked} />
        )}
      </SpaceBetween>
    </SpaceBetween>
  );
}

interface Asked {
  readonly organization_id: string;
  readonly from: string;
  readonly to: string;
}

function Shown({ data, asked }: { readonly data: Analytics | undefined; readonly asked: Asked }) {
  const go = useNavigate();
  if (data && data.credentials.length === 0) {
    return (
      <Panel>
        <Nothing
          title="No data yet"
          text="When learners apply for your credentials, you’ll see completions, wait times, and revenue here."
          action={<Button onClick={() => void go(paths.credentials)}>View credentials</Button>}
        />
      </Panel>
    );
  }
  const { totals } = data ?? {};
  const before = data && comparable(data.before);
  const period = data && `${monthName(data.from)} – ${monthName(data.to)}`;
  return (
    <SpaceBetween size="l">
      <Amounts
        label={`Amounts, ${period ?? "loading"}`}
        amounts={[
          {
            label: "New learners",
            value: totals && String(totals.learners),
            note: totals && changeOf(totals.learners, before?.learners, String),
          },
          {
            label: "Completions",
            value: totals && String(totals.completions),
            note: totals && `${percent(totals.completion_rate)} of ${counted(totals.applications, "application")}`,
          },
          {
            label: "Time to first decision",
            value: totals && waited(totals.hours_to_first_decision),
            note: totals && changeOf(totals.hours_to_first_decision, before?.hours_to_first_decision, waited),
          },
          {
            label: "Revenue",
            value: totals && money(totals.revenue),
            note: totals && changeOf(totals.revenue, before?.revenue, money),
          },
          {
            label: "Review hours",
            value: totals && hours(totals.reviewer_hours),
            note: totals && `${money(totals.reviewer_pay)} to reviewers`,
          },
        ]}
      />
      {data ? (
        <Suspense fallback={<Waiting />}>
          <Charts months={data.months} />
        </Suspense>
      ) : (
        <Waiting />
      )}
      <ByCredential asked={asked} />
    </SpaceBetween>
  );
}

const Waiting = () => (
  <div className="analytics-charts" aria-hidden="true">
    {["learners", "applications", "rate", "revenue", "time", "hours"].map((chart) => (
      <div key={chart} className="analytics-waiting" />
    ))}
  </div>
);

type Row = Analytics["credentials"][number];
const narrow = new Set(["learners", "submissions", "reviewer_pay", "issuer_share", "platform_share"]);

function ByCredential({ asked }: { readonly asked: Asked }) {
  const { organization_id } = asked;
  const columns: readonly Column<Row>[] = [
    {
      id: "title",
      header: "Credential",
      names: true,
      width: 240,
      cell: ({ credential_id, title }) => (
        <RowLink to={paths.credentialDetails(organization_id, credential_id)}>{title}</RowLink>
      ),
    },
    ...metricColumns.map(
      ({ id, header, write }): Column<Row> => ({
        id,
        header,
        align: "end",
        width: 116,
        minWidth: 110,
        cell: write,
        ...(narrow.has(id) && { hidden: true }),
      }),
    ),
  ];
  return (
    <Collection
      name="analytics"
      title="By credential"
      description="Credentials with applications in this period, newest first."
      variant="container"
      columns={columns}
      query={({ search: _, ...page }) => api.organization.readAnalytics.query({ ...page, ...asked })}
      rows={({ credentials }) => credentials}
      idOf={({ credential_id }) => credential_id}
      empty={{ title: "No applications yet" }}
    />
  );
}

/** Hands the months over as a file; it is made here, of what is on the page. */
const saveCsv = ({ from, to, months }: Analytics): void =>
  saveCsvText(
    `analytics-${from}-${to}.csv`,
    csvOf("month", months, ({ month }) => month),
  );
