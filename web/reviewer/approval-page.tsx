import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import Container from "@cloudscape-design/components/container";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { BankAccountCard, loadBankAccount } from "../payment/bank-account.tsx";
import { weekdayTime } from "../ui/format.ts";
import { Leaf } from "../ui/leaf.tsx";

function Notice({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <Container>
      <Box textAlign="center" padding="xxl">
        <SpaceBetween size="l" alignItems="center">
          <Leaf size={56} />
          <Box variant="h1">{title}</Box>
          <div>{children}</div>
          {actions}
        </SpaceBetween>
      </Box>
    </Container>
  );
}

export const load = loadBankAccount;

const lookAgainEveryMs = 30_000;

/** `/approvalPending` and `/approvalRejected`: where a reviewer's application stands; the page follows the decision. */
export function Page() {
  const { organization_id } = useSession();
  const go = useNavigate();
  const { pathname } = useLocation();
  const { data: info } = useSuspenseQuery({
    ...api.reviewer.readInfo.query({ organization_id }),
    refetchInterval: lookAgainEveryMs,
  });
  const rejected = info.status === "rejected";
  const belongs = rejected ? paths.approvalRejected : paths.approvalPending;
  useEffect(() => {
    if (info.status !== undefined && info.status !== "accepted" && pathname !== belongs)
      void go(belongs, { replace: true });
  }, [info.status, pathname, belongs, go]);

  if (info.status === undefined) {
    return (
      <Notice
        title="You have not applied yet"
        actions={<Button onClick={() => void go(paths.editReviewerProfile)}>Complete your profile</Button>}
      >
        Fill in your profile and send it to the organization.
      </Notice>
    );
  }
  if (info.status === "withdrawn") {
    return (
      <Notice
        title="You can apply again"
        actions={<Button onClick={() => void go(paths.editReviewerProfile)}>Look through your profile</Button>}
      >
        Your former application ended when you left. Send your profile to the organization again.
      </Notice>
    );
  }
  if (info.status === "accepted") {
    return (
      <Notice
        title="You are approved"
        actions={
          <Button variant="primary" onClick={() => void go(paths.openJobs)}>
            See open jobs
          </Button>
        }
      >
        Jobs that fit your skills are waiting for you.
      </Notice>
    );
  }
  if (info.status === "suspended") {
    return <Notice title="Your account is suspended">{info.reason || "You cannot accept jobs at present."}</Notice>;
  }
  if (rejected) {
    const attemptsLeft = (info.attempt_count ?? 1) < 2;
    return (
      <Notice
        title="Your application was not approved"
        actions={
          attemptsLeft ? (
            <Button
              variant="primary"
              onClick={() => void go(paths.editReviewerProfile, { state: { submitStatus: 1 } })}
            >
              Resubmit
            </Button>
          ) : undefined
        }
      >
        <p>
          <b>The reason given:</b> {info.reason}
        </p>
        <p>
          {attemptsLeft
            ? "You can mend your profile and apply once more."
            : "You have applied twice, so this decision is final."}
        </p>
      </Notice>
    );
  }
  return (
    <SpaceBetween size="l">
      <Notice title="Your application is pending">
        <p>You will have a decision within 24 hours, and a mail when it is there.</p>
        {info.due_on ? <p>That is by {weekdayTime(info.due_on)}.</p> : null}
        <p>You can close this page. Meanwhile, see to where your pay is to go.</p>
      </Notice>
      <BankAccountCard />
    </SpaceBetween>
  );
}
