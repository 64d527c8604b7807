import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { QualityOfReviewer } from "../../shared/quality/calls.ts";
import type { Quality } from "../../shared/quality/quality.ts";
import { api } from "../api/client.ts";
import { MonthRange, useMonthRange } from "../content/organization/month-range.tsx";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { firstRowsOf } from "../ui/lists/kept-preferences.ts";
import { ListRow, ListTabs } from "../ui/lists/list-controls.tsx";
import { saveCsvText } from "../ui/lists/save-file.ts";
import { useUrlState } from "../ui/lists/url-state.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Stack } from "../ui/look/panel.tsx";
import { wordsFor } from "../ui/words.ts";
import { QualityMetrics } from "./quality-metrics.tsx";
import { QualityQueue } from "./quality-queue.tsx";
import { qualityColumns, qualityCsv } from "./quality-words.ts";

/** `/quality` of who answers for reviews: how far two reviewers agree, in all and by credential and reviewer. */
export function Page() {
  const { organization_id, can } = useSession();
  const go = useNavigate();
  const range = useMonthRange();
  const asked = { organization_id, from: range.from, to: range.to };
  const answer = useQuery({
    ...api.quality.read.query({ ...firstRowsOf("quality-credentials"), ...asked }),
    placeholderData: keepPreviousData,
  });
  const { data } = answer;
  return (
    <Stack gap="l">
      <PageHeader
        title="Quality"
        description="How often two reviewers agree when neither sees the other’s decisions. Months are in UTC. Third reviews and appeals aren’t compared."
        actions={
          <>
            {can(api.appeal.list) ? <Button onClick={() => void go(paths.appeals)}>Appeals</Button> : null}
            <Button
              iconName="download"
              disabled={!data}
              onClick={() => data && saveCsvText(`quality-${data.from}-${data.to}.csv`, qualityCsv(data.months))}
            >
              Export CSV
            </Button>
          </>
        }
      />
      {can(api.quality.readQueue) ? <QualityQueue /> : null}
      <MonthRange {...range} />
      {answer.isError ? (
        <Alert
          type="error"
          header="We couldn’t load the quality of reviews"
          action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
        >
          {wordsFor(answer.error)}
        </Alert>
      ) : (
        <Stack gap="l">
          <QualityMetrics data={data} />
          <Lists asked={asked} byReviewer={can(api.quality.listReviewers)} />
        </Stack>
      )}
    </Stack>
  );
}

interface Asked {
  readonly organization_id: string;
  readonly from: string;
  readonly to: string;
}

const metricColumns = qualityColumns.map(
  ({ id, header, write }): Column<Quality> => ({
    id,
    header,
    align: "end",
    width: 170,
    minWidth: 110,
    ...(id === "appeals_overturned" && { hidden: true }), // the rarest of them: with it a laptop is too narrow for all
    cell: write,
  }),
);
const views = [
  { id: "credential", text: "By credential" },
  { id: "reviewer", text: "By reviewer" },
] as const;

/** The choice between the lists stands outside them: each is another list, and the keyboard stays on the choice. */
function Lists({ asked, byReviewer }: { readonly asked: Asked; readonly byReviewer: boolean }) {
  const [by, setBy] = useUrlState("by", "credential");
  if (!byReviewer) return <ByCredential asked={asked} />;
  return (
    <Stack gap="m">
      <ListRow>
        <ListTabs label="View" selected={by} options={views} onSelect={setBy} />
      </ListRow>
      {by === "reviewer" ? <ByReviewer asked={asked} /> : <ByCredential asked={asked} />}
    </Stack>
  );
}

type CredentialRow = Quality & { readonly credential_id: string; readonly title: string };

const credentialColumns: readonly Column<CredentialRow>[] = [
  {
    id: "title",
    header: "Credential",
    names: true,
    width: 240,
    cell: ({ credential_id, title }) => <RowLink to={paths.credentialQuality(credential_id)}>{title}</RowLink>,
  },
  ...metricColumns,
];

function ByCredential({ asked }: { readonly asked: Asked }) {
  return (
    <Collection
      name="quality-credentials"
      title="By credential"
      description="Credentials with finished reviews, newest first."
      variant="container"
      columns={credentialColumns}
      query={({ search: _, ...page }) => api.quality.read.query({ ...page, ...asked })}
      rows={({ credentials }) => credentials}
      idOf={({ credential_id }) => credential_id}
      empty={{
        title: "No reviews yet",
        text: "When reviewers finish their work, you’ll see how they did here.",
      }}
    />
  );
}

const reviewerColumns: readonly Column<QualityOfReviewer>[] = [
  {
    id: "name",
    header: "Reviewer",
    names: true,
    width: 240,
    cell: (row) => <RowLink to={paths.reviewerProfile(row.user_id)}>{fullName(row)}</RowLink>,
  },
  ...metricColumns,
];

function ByReviewer({ asked }: { readonly asked: Asked }) {
  return (
    <Collection
      name="quality-reviewers"
      title="By reviewer"
      description="How each reviewer, as first or second, compares with others who reviewed the same work. The totals above count first reviewers’ decisions. This doesn’t affect pay, offers, or results."
      variant="container"
      columns={reviewerColumns}
      query={({ search: _, ...page }) => api.quality.listReviewers.query({ ...page, ...asked })}
      rows={({ reviewers }) => reviewers}
      idOf={({ user_id }) => user_id}
      nameOf={fullName}
      rowActions={({ user_id }) => [{ id: "look-back", text: "Look-back", to: paths.lookBack(user_id) }]}
      empty={{ title: "No reviews yet" }}
    />
  );
}
