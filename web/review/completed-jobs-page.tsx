import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { ApprovedOnly } from "../content/review/approved-only.tsx";
import { useSession } from "../session/session.tsx";
import { Collection } from "../ui/lists/collection.tsx";
import { LightButton } from "../ui/look/light.tsx";
import { jobColumns, jobOrders, jobPath } from "./job-columns.tsx";

const { title, learner, issuer, completed, pay, time, round } = jobColumns;
const columns = [title, learner, issuer, completed, time, pay, round];

/** `/completedJobs`: reviews that ended with a credential. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  return (
    <ApprovedOnly title="Completed jobs">
      <Collection
        name="completed jobs"
        title="Completed jobs"
        description="Jobs where every section is approved and the learner earned the credential."
        columns={columns}
        search="Find by credential or issuer"
        orders={jobOrders}
        query={(page) => api.review.listAssigned.query({ ...page, organization_id, status: "completed" })}
        rows={({ jobs }) => jobs}
        idOf={({ credential_job_id }) => credential_job_id}
        nameOf={({ title }) => title}
        actions={<LightButton onClick={() => void go(paths.payments)}>Your payments</LightButton>}
        empty={{
          title: "No completed jobs yet",
          text: "A job is complete once every section is approved. Then your pay is due.",
          action: <LightButton onClick={() => void go(paths.acceptedJobs)}>View accepted jobs</LightButton>,
        }}
        rowActions={(job) => [{ id: "see", text: "View review", to: jobPath(job) }]}
      />
    </ApprovedOnly>
  );
}
