import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { ApprovedOnly } from "../content/review/approved-only.tsx";
import { useSession } from "../session/session.tsx";
import { Collection } from "../ui/lists/collection.tsx";
import { LightButton } from "../ui/look/light.tsx";
import { jobColumns, jobPath } from "./job-columns.tsx";

const { title, issuer, pay, time, waiting } = jobColumns;
const columns = [title, issuer, waiting, time, pay];
const lookAgainEveryMs = 60_000;

/** `/openJobs`: submissions that wait for a reviewer, and that this one may take. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  return (
    <ApprovedOnly title="Open jobs">
      <Collection
        name="open jobs"
        title="Open jobs"
        description="Submissions waiting for a reviewer. The first to accept gets the job."
        columns={columns}
        search="Find by credential or issuer"
        query={(page) => api.review.list.query({ ...page, organization_id })}
        rows={({ jobs }) => jobs}
        idOf={({ credential_job_id }) => credential_job_id}
        nameOf={({ title }) => title}
        refreshEveryMs={lookAgainEveryMs}
        empty={{
          title: "No open jobs right now",
          text: "Submissions for your assigned credentials appear here. We’ll notify you about new ones.",
          action: (
            <LightButton onClick={() => void go(paths.assignedCredentials)}>View assigned credentials</LightButton>
          ),
        }}
        rowActions={(job) => [
          { id: "see", text: "View job", to: jobPath(job) },
          ...(job.practice_first ? [{ id: "practice", text: "Practice", to: paths.practice(job.cred_id) }] : []),
        ]}
      />
    </ApprovedOnly>
  );
}
