import { lazy, Suspense, useState } from "react";
import type { AppealRow } from "../../shared/appeal/calls.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { appealLooks, groundsWords } from "../content/appeal/appeal-words.ts";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListSelect } from "../ui/lists/list-controls.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { DecisionDay } from "../ui/look/decision-day.tsx";
import { counted, date } from "../ui/look/format.ts";
import { Status } from "../ui/look/status.tsx";

const AppealDialog = lazy(() => import("./appeal-dialog.tsx"));

/** Where an open appeal stands is whether somebody has accepted it. */
function AppealStands({ status, accepted_on }: AppealRow) {
  if (status !== "filed") return <Status {...appealLooks[status]} />;
  return accepted_on ? (
    <Status status="reviewing" words="With a reviewer" />
  ) : (
    <Status status="pending" words="Waiting for a reviewer" />
  );
}

const columnsOf = (type: "open" | "decided"): readonly Column<AppealRow>[] => [
  {
    id: "title",
    header: "Credential",
    names: true,
    width: 300,
    minWidth: 180,
    cell: ({ credential_job_id, title }) =>
      credential_job_id ? <RowLink to={paths.job(credential_job_id)}>{title}</RowLink> : title,
  },
  {
    id: "status",
    header: "Status",
    width: 208,
    minWidth: 150,
    line: 208,
    cell: (appeal) => <AppealStands {...appeal} />,
  },
  { id: "grounds", header: "Grounds", width: 280, minWidth: 130, cell: ({ grounds }) => groundsWords[grounds] },
  {
    id: "sections",
    header: "Sections",
    width: 120,
    hidden: true,
    cell: ({ sections_total }) => counted(sections_total, "section"),
  },
  { id: "filed", header: "Filed on", date: true, width: 140, cell: ({ filed_on }) => date(filed_on) },
  {
    id: "decision",
    header: type === "open" ? "Decision by" : "Decided on",
    date: "weekday",
    width: 200,
    minWidth: 130,
    cell: ({ decision, ended_on }) => (ended_on ? date(ended_on) : <DecisionDay decision={decision} />),
  },
  {
    id: "accepted",
    header: "Accepted on",
    hidden: true,
    date: true,
    width: 176,
    cell: ({ accepted_on }) => (accepted_on ? date(accepted_on) : "–"),
  },
];
const options = [
  { value: "open", label: "Open appeals" },
  { value: "decided", label: "Decided appeals" },
] as const;

/** `/appeals`: what the organization's learners appealed, the oldest that waits first. */
export function Page() {
  const { organization_id } = useSession();
  const [asked, setType] = useUrlState("type", "open");
  const type = asked === "decided" ? "decided" : "open";
  const [read, setRead] = useState<AppealRow>();
  return (
    <>
      <Collection
        name="appeals"
        title="Appeals"
        description="Another reviewer decides each appeal. See what the learner wrote, and whether a reviewer has accepted it. Learners aren’t named here."
        columns={columnsOf(type)}
        query={(page) => api.appeal.list.query({ ...page, organization_id, type })}
        rows={({ appeals }) => appeals}
        idOf={({ application_id }) => application_id}
        nameOf={({ title }) => title}
        filtered={type !== "open"}
        onClearFilters={() => setType("open")}
        filters={<ListSelect firstNarrows label="Appeals" selected={type} options={options} onSelect={setType} />}
        empty={{
          title: "No open appeals",
          text: "Learners can appeal a rejection once if the credential allows it. Their appeals appear here.",
        }}
        rowActions={(appeal) => [{ id: "read", text: "Read appeal", onClick: () => setRead(appeal) }]}
      />
      {read ? (
        <Suspense fallback={null}>
          <AppealDialog appeal={read} onClose={() => setRead(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
