import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { BankAccountCard, loadBankAccount } from "../payment/bank-account.tsx";
import { flash } from "../ui/flash.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { wordsFor } from "../ui/words.ts";
import { ReviewerProfile } from "./profile-card.tsx";

export const load = loadBankAccount;

/** `/reviewerOnbordingSummary`: everything once more, then the application is sent. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const { data: info } = useSuspenseQuery(api.reviewer.readInfo.query({ organization_id }));
  const first = useMutation(api.reviewer.submit.mutation());
  const again = useMutation(api.reviewer.resubmit.mutation());
  const [fault, setFault] = useState<string>();
  const missing = Object.values(info.missing ?? {});
  const waiting = info.status === "active" || info.status === "resubmitted";

  const send = async () => {
    setFault(undefined);
    if (info.status === "accepted") return void go(paths.home);
    if (waiting) return void go(paths.approvalPending);
    try {
      await (info.status === "rejected" ? again : first).mutateAsync({ organization_id });
      void go(paths.approvalPending, { replace: true });
    } catch (error) {
      setFault(wordsFor(error));
      flash("error", "Failed to submit your application");
    }
  };

  return (
    <>
      <PageHeader
        title="Is this right?"
        description="This is what the organization reads when it decides on your application."
      />
      {missing.length > 0 ? (
        <Alert type="warning" header="Something is missing">
          {missing.join(" · ")}
        </Alert>
      ) : null}
      {fault ? <Alert type="error">{fault}</Alert> : null}
      <ReviewerProfile
        profile={info}
        badge={false}
        edit={{ about: paths.editReviewerProfile, skills: paths.completeApplication }}
      />
      <Box padding={{ top: "l" }}>
        <BankAccountCard />
      </Box>
      <Box float="right" padding={{ top: "l" }}>
        <Button
          variant="primary"
          disabled={missing.length > 0}
          loading={first.isPending || again.isPending}
          onClick={() => void send()}
        >
          Continue
        </Button>
      </Box>
    </>
  );
}
