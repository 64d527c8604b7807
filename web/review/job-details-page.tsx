import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { JobDetail } from "../../shared/review/job-views.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { ApprovedOnly } from "../content/review/approved-only.tsx";
import { OpenJob } from "../content/review/open-job.tsx";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { Failure } from "../ui/forms/errors.tsx";
import { useSubmit } from "../ui/forms/use-submit.ts";
import { Nothing } from "../ui/lists/list-states.tsx";
import { counted } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { jobPath } from "./job-columns.tsx";

const DeclineDialog = lazy(() => import("./decline-dialog.tsx"));

const openJobs = { to: paths.openJobs, text: "Open jobs" };

/** `/openJobs/jobDetails/:id`: what the review asks and pays, before the reviewer accepts it. */
export function Page() {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const job = useQuery(api.review.read.query({ organization_id, credential_job_id: id }));
  if (job.isPending) return <PageSkeleton />;
  if (job.isLoadingError) {
    const gone = job.error instanceof ApiError && job.error.status === 404;
    return (
      <>
        <PageHeader title="Job" back={openJobs} />
        {gone ? <Gone /> : <Failure error={job.error} onAgain={() => void job.refetch()} />}
      </>
    );
  }
  return (
    <ApprovedOnly title={job.data.title}>
      <Job job={job.data} />
    </ApprovedOnly>
  );
}

function Gone() {
  const go = useNavigate();
  return (
    <Panel>
      <Nothing
        title="This job is no longer available"
        text="Another reviewer may have accepted it."
        action={
          <Button variant="primary" onClick={() => void go(openJobs.to)}>
            View open jobs
          </Button>
        }
      />
    </Panel>
  );
}

const takenWords = "Another reviewer has already accepted this job.";

function Job({ job }: { readonly job: JobDetail }) {
  const go = useNavigate();
  const { credential_job_id, organization_id } = job;
  const [declining, setDeclining] = useState(false);
  const { submit, pending, fault } = useSubmit<void, unknown, unknown>({
    send: () => write(api.review.accept, { credential_job_id, organization_id, no_other_ties: true }),
    onDone: () => {
      flash("success", "Job accepted.");
      return go(paths.acceptedJobs);
    },
    explain: (error) => error,
  });
  const isUncalibrated = fault instanceof ApiError && fault.code === "job.not-calibrated";
  const taken = fault instanceof ApiError && (fault.status === 409 || fault.status === 404);

  const action = job.accepted_by_me ? (
    <Button variant="primary" onClick={() => void go(jobPath(job))}>
      Open review
    </Button>
  ) : job.practice_first ? (
    <Button variant="primary" onClick={() => void go(paths.practice(job.cred_id))}>
      Practice
    </Button>
  ) : (
    <SpaceBetween direction="horizontal" size="xs">
      <Button disabled={taken} disabledReason={takenWords} onClick={() => setDeclining(true)}>
        Decline
      </Button>
      <Button
        variant="primary"
        loading={pending}
        loadingText="Accepting"
        disabled={!job.acceptable || taken}
        disabledReason={taken ? takenWords : "You can’t accept this job."}
        onClick={() => void submit()}
      >
        Accept
      </Button>
    </SpaceBetween>
  );
  return (
    <>
      <PageHeader
        title={job.title}
        description={`${job.issuer_name} · ${counted(job.sections_total, "section")}`}
        back={openJobs}
        actions={action}
      />
      <SpaceBetween size="l">
        {taken ? (
          <Alert
            type="warning"
            header="This job is taken"
            action={<Button onClick={() => void go(openJobs.to)}>View open jobs</Button>}
          >
            Another reviewer accepted it first.
          </Alert>
        ) : job.practice_first ? (
          <Alert type="info" header="Practice before you accept">
            Mark sample work with this credential’s rubric first. Once you pass, you can accept its jobs.
          </Alert>
        ) : isUncalibrated ? (
          <Alert
            type="info"
            header="Practice before you accept"
            action={<Button onClick={() => void go(paths.practice(job.cred_id))}>Practice</Button>}
          >
            {fault.message}
          </Alert>
        ) : fault ? (
          <Failure error={fault} title="We couldn’t accept the job" onAgain={() => void submit()} />
        ) : null}
        {job.acceptable && !job.practice_first ? (
          <p className="job-soft">
            Do you know of anyone whose work you couldn’t review fairly, such as family or a coworker? Add them to{" "}
            <Link to={paths.ties}>your ties</Link> first. By accepting, you confirm that your list is complete.
          </p>
        ) : null}
        <OpenJob job={job} />
      </SpaceBetween>
      {declining ? (
        <Suspense fallback={null}>
          <DeclineDialog job={job} onDone={() => void go(openJobs.to)} onClose={() => setDeclining(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
