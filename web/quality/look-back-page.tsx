import Button from "@cloudscape-design/components/button";
import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useParams } from "react-router";
import * as z from "zod";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { type LookBackRow, type LookBackShown, openLookBack } from "../../shared/quality/look-back-calls.ts";
import { api } from "../api/client.ts";
import { appealLooks } from "../content/appeal/appeal-words.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { TextAreaField } from "../ui/forms/fields.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import type { RowAction } from "../ui/lists/row-menu.tsx";
import { date } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { StatusText } from "../ui/look/status-text.tsx";
import "../content/review/job.css";
import type { NamedReviewer } from "./named-reviewer.ts";

const ConclusionDialog = lazy(() => import("./conclusion-dialog.tsx"));
const CloseLookBackDialog = lazy(() => import("./close-look-back-dialog.tsx"));

/** `/quality/reviewer/:id`: the finding against a reviewer, and what they decided, job by job. */
export function Page() {
  const { id: user_id = "" } = useParams();
  const { organization_id } = useSession();
  const named = { organization_id, user_id };
  const { data } = useSuspenseQuery(api.quality.readLookBack.query({ ...named, limit: 1 }));
  const { look_back, former } = data;
  const name = fullName(data);
  return (
    <Stack gap="l">
      <PageHeader
        title={`Look-back: ${name}`}
        description="Go through what a reviewer decided after you find a serious mistake. Only admins see this."
        back={{ to: `${paths.quality}?by=reviewer`, text: "Quality" }}
      />
      {look_back ? <Opened named={named} name={name} lookBack={look_back} /> : null}
      {look_back?.status === "open" ? null : <FindingForm named={named} again={look_back !== undefined} />}
      {former.length > 0 ? (
        <Panel title="Earlier look-backs">
          <Stack gap="m">
            {former.map((each) => (
              <section key={each.opened_on} aria-label={`Look-back of ${date(each.opened_on)}`}>
                <KeyValues
                  columns={3}
                  items={[
                    { label: "Finding", value: each.finding, note: date(each.opened_on) },
                    { label: "Summary", value: each.summary ?? "–", note: date(each.closed_on) },
                  ]}
                />
              </section>
            ))}
          </Stack>
        </Panel>
      ) : null}
    </Stack>
  );
}

const { finding } = openLookBack.input.shape;
const schema = z.object({ finding });

function FindingForm({ named, again }: { readonly named: NamedReviewer; readonly again: boolean }) {
  return (
    <Panel
      title={again ? "Record another finding" : "Record a finding"}
      description="You’ll get a list of what this reviewer decided in the last twelve months, so you can check each decision. The reviewer isn’t told. Pay, offers, and results don’t change."
    >
      <CallForm
        send={api.quality.openLookBack}
        schema={schema}
        values={{ finding: "" }}
        toInput={(typed) => ({ ...named, ...typed })}
        submit="Open look-back"
        onDone={() => flash("success", "Look-back opened.")}
      >
        <TextAreaField
          name="finding"
          label="What did you find?"
          constraint="Only admins see this. Leave out learners’ names."
          lengthMax={500}
          rows={4}
        />
      </CallForm>
    </Panel>
  );
}

/** A look-back with its jobs: while it is open, each can be concluded. */
function Opened({
  named,
  name,
  lookBack,
}: {
  readonly named: NamedReviewer;
  readonly name: string;
  readonly lookBack: LookBackShown;
}) {
  const { status, jobs_total, looked_at, concerns } = lookBack;
  const isOpen = status === "open";
  const [judged, setJudged] = useState<LookBackRow>();
  const [closing, setClosing] = useState(false);
  const actionsOf = (row: LookBackRow): RowAction[] => [
    ...(isOpen
      ? [
          {
            id: "conclude",
            text: row.conclusion ? "Change conclusion" : "Record conclusion",
            onClick: () => setJudged(row),
          },
        ]
      : []),
    ...(row.first_job_id ? [{ id: "review", text: "View review", to: paths.job(row.first_job_id) }] : []),
    ...(row.certificate_id
      ? [{ id: "certificates", text: "Find certificate", to: paths.certificatesOf(row.title) }]
      : []),
  ];
  return (
    <>
      <Panel
        title={isOpen ? "Open look-back" : "Closed look-back"}
        actions={isOpen ? <Button onClick={() => setClosing(true)}>Close look-back</Button> : undefined}
      >
        <Stack gap="m">
          <KeyValues
            columns={1}
            items={[
              {
                label: "Finding",
                value: lookBack.finding,
                note: `${lookBack.opened_by}, ${date(lookBack.opened_on)}`,
              },
              ...(lookBack.summary === undefined
                ? []
                : [
                    {
                      label: "Summary",
                      value: lookBack.summary,
                      note: `${lookBack.closed_by ?? ""}, ${date(lookBack.closed_on)}`,
                    },
                  ]),
            ]}
          />
          <KeyValues
            items={[
              { label: "Looked at", value: `${looked_at} of ${jobs_total}` },
              { label: "Concerns", value: concerns },
            ]}
          />
        </Stack>
      </Panel>
      <Collection
        name="look-back"
        title="Decisions"
        description="What this reviewer decided as first reviewer or on an appeal in the twelve months before the finding, up to the latest 200 reviews. To act on a concern, view the review and reassign it if it’s still in progress, or find the certificate and revoke it."
        variant="container"
        columns={columns}
        query={({ search: _, sort: __, ...page }) => api.quality.readLookBack.query({ ...page, ...named })}
        rows={({ jobs }) => jobs}
        idOf={({ credential_job_id }) => credential_job_id}
        nameOf={({ title, finalized_on }) => `${title}, ${date(finalized_on)}`}
        rowActions={actionsOf}
        empty={{
          title: "Nothing to look back on",
          text: "This reviewer decided nothing here in the twelve months before the finding.",
        }}
        failure="We couldn’t load this reviewer’s decisions"
      />
      <Suspense>
        {judged ? <ConclusionDialog named={named} row={judged} onClose={() => setJudged(undefined)} /> : null}
        {closing ? (
          <CloseLookBackDialog
            named={named}
            name={name}
            left={jobs_total - looked_at}
            onClose={() => setClosing(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

const columns: readonly Column<LookBackRow>[] = [
  {
    id: "title",
    header: "Credential",
    names: true,
    width: 260,
    minWidth: 160,
    cell: ({ first_job_id, title }) => (first_job_id ? <RowLink to={paths.job(first_job_id)}>{title}</RowLink> : title),
  },
  { id: "finalized", header: "Decided on", date: true, width: 150, cell: ({ finalized_on }) => date(finalized_on) },
  { id: "result", header: "Result", width: 240, minWidth: 160, cell: (row) => <Result row={row} /> },
  { id: "conclusion", header: "Conclusion", width: 300, minWidth: 180, cell: (row) => <Concluded row={row} /> },
];

/** What became of the decision, as far as staff's lists say it. */
function Result({
  row: { seat, appeal, double_reviewed, sections_accepted, sections_total },
}: {
  readonly row: LookBackRow;
}) {
  const appealed = appeal && appeal !== "unpaid" ? [appealLooks[appeal].words] : [];
  if (seat === "appeal") return appealed.join("");
  const twice = double_reviewed ? ["reviewed twice"] : [];
  const approved = `${sections_accepted} of ${sections_total} sections approved`;
  // an appeal's approvals are counted too, which are not this reviewer's
  if (appeal === "overturned") return [...appealed, ...twice, `now ${approved}`].join(", ");
  return [approved, ...twice, ...appealed.map((words) => words.toLowerCase())].join(", ");
}

function Concluded({ row: { conclusion } }: { readonly row: LookBackRow }) {
  if (!conclusion) return <StatusText kind="pending">Not looked at</StatusText>;
  const isConcern = conclusion.conclusion === "concern";
  return (
    <>
      <StatusText kind={isConcern ? "warning" : "success"}>{isConcern ? "Concern" : "Stands"}</StatusText>
      {conclusion.note ? <div className="job-soft">{conclusion.note}</div> : null}
    </>
  );
}
