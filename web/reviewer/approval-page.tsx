import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { BankAccountCard, loadBankAccount } from "../content/payment/bank-account.tsx";
import { lateDecision } from "../content/reviewer/late-decision.ts";
import { useSession } from "../session/session.tsx";
import { weekdayTime } from "../ui/look/format.ts";
import { Panel } from "../ui/look/panel.tsx";
import { Leaf } from "../ui/look/pictures/leaf.tsx";

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
    <Panel>
      <Box textAlign="center" padding="xxl">
        <SpaceBetween size="l" alignItems="center">
          <Leaf size={56} />
          <Box variant="h1">{title}</Box>
          <div>{children}</div>
          {actions}
        </SpaceBetween>
      </Box>
    </Panel>
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
        title="You haven’t applied yet"
        actions={<Button onClick={() => void go(paths.editReviewerProfile)}>Complete your profile</Button>}
      >
        Fill in your profile and submit it to the organization.
      </Notice>
    );
  }
  if (info.status === "withdrawn") {
    return (
      <Notice
        title="You can apply again"
        actions={<Button onClick={() => void go(paths.editReviewerProfile)}>Check your profile</Button>}
      >
        Your earlier application ended when you left. Submit your profile again.
      </Notice>
    );
  }
  if (info.status === "accepted") {
    return (
      <Notice
        title="You’re approved"
        actions={
          <Button variant="primary" onClick={() => void go(paths.openJobs)}>
            See open jobs
          </Button>
        }
      >
        Jobs that match your skills are waiting for you.
      </Notice>
    );
  }
  if (info.status === "suspended") {
    return <Notice title="Your account is suspended">{info.reason || "You can’t accept jobs right now."}</Notice>;
  }
  if (rejected) {
    const attemptsLeft = (info.attempt_count ?? 1) < 2;
    return (
      <Notice
        title="Your application wasn’t approved"
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
          <b>Reason:</b> {info.reason}
        </p>
        <p>
          {attemptsLeft
            ? "Update your profile and apply once more."
            : "You’ve applied twice, so this decision is final."}
        </p>
      </Notice>
    );
  }
  const late = lateDecision(info);
  return (
    <SpaceBetween size="l">
      <Notice title="Your application is pending">
        {late ? (
          <p>{late} You’ll get it by email.</p>
        ) : (
          <>
            <p>You’ll get a decision by email within 24 hours.</p>
            {info.due_on ? <p>That’s by {weekdayTime(info.due_on)}.</p> : null}
          </>
        )}
        <p>You can close this page. In the meantime, add your bank account.</p>
      </Notice>
      <BankAccountCard />
    </SpaceBetween>
  );
}
