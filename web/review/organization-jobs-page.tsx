import { lazy, Suspense, useState } from "react";
import * as paths from "../../shared/platform/paths.ts";
import { JobStatus } from "../../shared/review/job.ts";
import type { JobRow } from "../../shared/review/job-views.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListSelect } from "../ui/lists/list-controls.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { Status } from "../ui/look/status.tsx";
import { jobColumns, jobOrders } from "./job-columns.tsx";

const ReassignDialog = lazy(() => import("../content/review/reassign-dialog.tsx"));

const listed = JobStatus.exclude(["awaitingResult"]);
type ListedStatus = (typeof listed.options)[number];
const words: Readonly<Record<ListedStatus | "all", string>> = {
  all: "All jobs",
  open: "Open, not accepted yet",
  accepted: "Accepted",
  reviewing: "In review",
  revisionNeeded: "Revision needed",
  completed: "Completed",
  withdrawn: "Withdrawn",
};
const options = (["all", ...listed.options] as const).map((value) => ({ value, label: words[value] }));

const { progress, waiting, decision, completed, pay, time, round } = jobColumns;
const columns: readonly Column<JobRow>[] = [
  {
    id: "title",
    header: "Credential",
    names: true,
    width: 300,
    cell: ({ credential_job_id, title }) => <RowLink to={paths.job(credential_job_id)}>{title}</RowLink>,
  },
  {
    id: "status",
    header: "Status",
    width: 180,
    minWidth: 140,
    line: 176,
    cell: ({ status }) => <Status status={status} />,
  },
  progress,
  { ...waiting, header: "Submitted" },
  decision,
  { ...completed, hidden: true },
  time,
  pay,
  round,
];

/** `/jobs`: the organization's reviews, so that an issuer sees what waits and for how long. */
export function Page() {
  const { organization_id } = useSession();
  const [asked, setStatus] = useUrlState("status", "all");
  const status = options.find(({ value }) => value === asked)?.value ?? "all";
  const [taken, setTaken] = useState<JobRow>();
  return (
    <>
      <Collection
        name="jobs"
        title="Jobs"
        description="Your organization’s review jobs and their status."
        columns={columns}
        search="Find jobs by credential"
        orders={jobOrders}
        query={(page) => api.review.list.query({ ...page, organization_id, status })}
        rows={({ jobs }) => jobs}
        idOf={({ credential_job_id }) => credential_job_id}
        nameOf={({ title }) => title}
        filtered={status !== "all"}
        onClearFilters={() => setStatus("all")}
        filters={<ListSelect label="Job status" selected={status} options={options} onSelect={setStatus} />}
        empty={{ title: "No jobs yet", text: "A job opens when a learner submits work for one of your credentials." }}
        rowActions={(job) =>
          job.reassignable ? [{ id: "reassign", text: "Reassign", onClick: () => setTaken(job) }] : []
        }
      />
      {taken ? (
        <Suspense fallback={null}>
          <ReassignDialog jobs={[taken]} onClose={() => setTaken(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
