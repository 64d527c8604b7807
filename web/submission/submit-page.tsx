import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { mayEdit } from "../../shared/submission/rules.ts";
import { api } from "../api/client.ts";
import { ArchivedWork } from "../content/organization/archived-notice.tsx";
import { NoSubmission } from "../content/submission/no-submission.tsx";
import { useSession } from "../session/session.tsx";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { Workspace } from "./workspace.tsx";

/** `/credential/:id/submit`: the work for a credential one has applied for, until it is handed in. */
export function Page() {
  const { id = "" } = useParams();
  const { organization_id } = useSession();
  const submission = useQuery(api.submission.read.query({ organization_id, credential_id: id }));
  /** Begins again with what is stored, when another window's work counts. */
  const [begun, setBegun] = useState(0);
  const [sent, setSent] = useState(false);
  if (submission.isPending) return <PageSkeleton />;
  if (submission.isLoadingError)
    return (
      <NoSubmission
        error={submission.error}
        then="Apply for the credential first. Then you can submit your work here."
        onAgain={() => void submission.refetch()}
      />
    );
  const { status, payment_needed, application_id } = submission.data;
  if (payment_needed) return <Navigate to={paths.pay(id)} replace />;
  if (submission.data.appeal?.status === "filed") return <Navigate to={paths.appeal(application_id)} replace />;
  if (!sent && !mayEdit(status)) return <Navigate to={paths.mySubmission(application_id)} replace />;
  return (
    <>
      <ArchivedWork organization_id={submission.data.organization_id} until={submission.data.archived_until} />
      <Workspace
        key={begun}
        submission={submission.data}
        sent={sent}
        onSent={async () => {
          setSent(true);
          await submission.refetch({ cancelRefetch: false }); // it knows now by when the work is decided
        }}
        onStartAgain={async () => {
          await submission.refetch();
          setBegun((count) => count + 1);
        }}
        readAgain={async () => (await submission.refetch()).data}
      />
    </>
  );
}
