import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { BankAccountCard, loadBankAccount } from "../content/payment/bank-account.tsx";
import { ReviewerProfile } from "../content/reviewer/profile-card.tsx";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { PageHeader } from "../ui/look/page-header.tsx";

export const load = loadBankAccount;

/** `/reviewerOnbordingSummary`: everything once more, then the application is sent. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const { data: info } = useSuspenseQuery(api.reviewer.readInfo.query({ organization_id }));
  const missing = Object.values(info.missing ?? {});
  const waiting = info.status === "active" || info.status === "resubmitted";

  const applying = useSubmit<void, unknown>({
    send: () =>
      info.status === "rejected"
        ? write(api.reviewer.resubmit, { organization_id })
        : write(api.reviewer.submit, { organization_id }),
    onDone: () => go(paths.approvalPending, { replace: true }),
    explain: (error) => {
      flash("error", "Failed to submit your application");
      return unforeseen(error);
    },
  });
  const goOn = () => {
    if (info.status === "accepted") void go(paths.home);
    else if (waiting) void go(paths.approvalPending);
    else void applying.submit();
  };

  return (
    <>
      <PageHeader title="Check your details" description="The organization uses this to decide on your application." />
      {missing.length > 0 ? (
        <Box margin={{ bottom: "l" }}>
          <Alert type="warning" header="Something’s missing">
            {missing.join(" · ")}
          </Alert>
        </Box>
      ) : null}
      {applying.fault ? <Alert type="error">{applying.fault}</Alert> : null}
      <ReviewerProfile
        profile={info}
        badge="none"
        edit={{
          person: { to: paths.editProfileAsReviewer, backTo: paths.reviewerSummary },
          about: paths.editReviewerProfile,
          skills: paths.completeApplication,
        }}
      />
      <Box padding={{ top: "l" }}>
        <BankAccountCard />
      </Box>
      <Box float="right" padding={{ top: "l" }}>
        <Button variant="primary" disabled={missing.length > 0} loading={applying.pending} onClick={goOn}>
          Continue
        </Button>
      </Box>
    </>
  );
}
