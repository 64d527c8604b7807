import Alert from "@cloudscape-design/components/alert";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { Pay } from "../content/payment/pay.tsx";
import { useSession } from "../session/session.tsx";
import { dateTime } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { WithdrawAppeal } from "./withdraw-appeal.tsx";

/** `/paymentInformation/:cred_id/appeal`: pay the fee of an appeal that waits for it. */
export function Page() {
  const { cred_id = "" } = useParams();
  const { organization_id } = useSession();
  const { data: submission } = useSuspenseQuery(api.submission.read.query({ organization_id, credential_id: cred_id }));
  const { appeal, application_id, archived_until, title, issuer_name } = submission;
  const own = paths.appeal(application_id);
  if (appeal?.status !== "unpaid") return <Navigate to={own} replace />;
  if (archived_until !== undefined)
    return (
      <>
        <PageHeader title={title} back={{ to: own, text: "Your appeal" }} />
        <Alert type="warning" header="You can’t pay for this right now">
          {issuer_name} is archived. You weren’t charged.
        </Alert>
      </>
    );
  return (
    <Pay
      submission={submission}
      buying={{
        purchase: "appeal",
        price: appeal.fee ?? 0,
        description: `Pay by ${dateTime(appeal.payable_until)} to file your appeal.`,
        bought: `Appeal: ${title}`,
        back: { to: own, text: "Your appeal" },
        withdraw: <WithdrawAppeal submission={submission} />,
        next: own,
        paidWords: "Payment received. Your appeal is filed.",
      }}
    />
  );
}
