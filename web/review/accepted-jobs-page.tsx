import { useState } from "react";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { JobRow } from "../../shared/review/job-views.ts";
import { api } from "../api/client.ts";
import { ApprovedOnly } from "../content/review/approved-only.tsx";
import { useSession } from "../session/session.tsx";
import { Collection } from "../ui/lists/collection.tsx";
import { ListTabs } from "../ui/lists/list-controls.tsx";
import { useTab } from "../ui/lists/url-state.ts";
import { weekday } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { jobColumns, jobPath, ownJobOrders, Since } from "./job-columns.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";

const { title, learner, issuer, status, progress, waiting, decision, pay, time, round } = jobColumns;
const columns = [
  title,
  learner,
  status,
  progress,
  waiting,
  decision,
  { ...time, hidden: true as const },
  pay,
  round,
  { ...issuer, hidden: true as const },
  {
    id: "due",
    header: "Returns on",
    date: "weekday" as const,
    width: 220,
    hidden: true as const,
    cell: ({ due_on }: JobRow) => <Since at={due_on} shown={weekday} />,
  },
];

const tabs = [
  { id: "accepted", text: "In progress" },
  { id: "revisionNeeded", text: "Revision needed" },
] as const;

/** `/acceptedJobs`: what the reviewer has in hand, and what waits for the learner's revision. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const [tab, setTab] = useTab(tabs);
  const [released, setReleased] = useState<JobRow>();
  const revision = tab.id === "revisionNeeded";
  return (
    <ApprovedOnly title="Accepted jobs">
      <Collection
        name="accepted jobs"
        title="Accepted jobs"
        description="Jobs you’ve accepted. A job you don’t start within 14 days goes back to the other reviewers."
        columns={columns}
        search="Find by credential or issuer"
        orders={ownJobOrders}
        query={(page, byDue) =>
          api.review.listAssigned.query({ ...page, ...(byDue && { sort: "due" }), organization_id, status: tab.id })
        }
        rows={({ jobs }) => jobs}
        idOf={({ credential_job_id }) => credential_job_id}
        nameOf={({ title }) => title}
        filters={<ListTabs firstNarrows label="Filter jobs" selected={tab.id} options={tabs} onSelect={setTab} />}
        actions={<LightButton onClick={() => void go(paths.submissions)}>All submissions</LightButton>}
        empty={
          revision
            ? {
                title: "No revisions in progress",
                text: "Submissions you send back appear here until the learner revises them.",
              }
            : {
                title: "Nothing to review",
                text: "Jobs you accept appear here.",
                action: <LightButton onClick={() => void go(paths.openJobs)}>View open jobs</LightButton>,
              }
        }
        rowActions={(job) =>
          revision || job.status === "awaitingResult"
            ? [{ id: "review", text: "View review", to: jobPath(job) }]
            : [
                { id: "review", text: "Review", to: jobPath(job) },
                { id: "release", text: "Release job", onClick: () => setReleased(job) },
              ]
        }
      />
      {released ? <ReleaseDialog job={released} onClose={() => setReleased(undefined)} /> : null}
    </ApprovedOnly>
  );
}
