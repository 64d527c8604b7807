import Alert from "@cloudscape-design/components/alert";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { Pay } from "../content/payment/pay.tsx";
import { NoSubmission } from "../content/submission/no-submission.tsx";
import { WithdrawApplication } from "../content/submission/withdraw-application.tsx";
import { useSession } from "../session/session.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { PageSkeleton } from "../ui/look/skeleton.tsx";

/** `/paymentInformation/:cred_id`: pay for the credential one has applied for. */
export function Page() {
  const { cred_id = "" } = useParams();
  const { organization_id } = useSession();
  const named = (useLocation().state as { title?: string } | null)?.title;
  const submission = useQuery(api.submission.read.query({ organization_id, credential_id: cred_id }));
  if (submission.isPending)
    return named ? (
      <>
        <PageHeader title={named} />
        <PageSkeleton />
      </>
    ) : (
      <PageSkeleton />
    );
  if (submission.isLoadingError)
    return (
      <NoSubmission
        error={submission.error}
        then="Apply for the credential first. Then you can pay here."
        onAgain={() => void submission.refetch()}
      />
    );
  const { payment_needed, archived_until, title, issuer_name, price = 0 } = submission.data;
  if (payment_needed && archived_until !== undefined)
    return (
      <>
        <PageHeader title={title} back={{ to: paths.mySubmissions, text: "My submissions" }} />
        <Alert type="warning" header="You can’t pay for this right now">
          {issuer_name} is archived, so nothing new can start there. You weren’t charged. If it reopens, you can
          continue here.
        </Alert>
      </>
    );
  if (!payment_needed) return <Navigate to={paths.submitWork(cred_id)} replace />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Pay
        submission={submission.data}
        buying={{
          purchase: "application",
          price,
          description: `You’ve applied for ${title}. Pay to start your submission.`,
          bought: title,
          back: { to: paths.mySubmissions, text: "My submissions" },
          withdraw: <WithdrawApplication submission={submission.data} />,
          next: paths.submitWork(cred_id),
          paidWords: "Payment received.",
        }}
      />
    </Suspense>
  );
}
