import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import * as paths from "../../../shared/platform/paths.ts";
import type { ReviewerStatus } from "../../../shared/reviewer/reviewer.ts";
import { hasAttemptLeft } from "../../../shared/reviewer/rules.ts";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { Nothing } from "../../ui/lists/list-states.tsx";
import { LightButton, LightMessage } from "../../ui/look/light.tsx";
import { PageHeader } from "../../ui/look/page-header.tsx";
import { Panel, Stack } from "../../ui/look/panel.tsx";
import { lateDecision } from "../reviewer/late-decision.ts";

interface Way {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly button: string;
}

const waiting: Way = {
  title: "Your application is pending",
  text: "Open jobs appear here once you’re approved.",
  to: paths.approvalPending,
  button: "View your application",
};
const ways: Readonly<Record<Exclude<ReviewerStatus, "accepted" | "suspended">, Way>> = {
  active: waiting,
  resubmitted: waiting,
  rejected: {
    title: "Your application wasn’t approved",
    text: "Read the reason, update your profile, and apply again.",
    to: paths.approvalRejected,
    button: "View decision",
  },
  withdrawn: {
    title: "Welcome back",
    text: "Your earlier application ended when you left. Apply again to see matching jobs once you’re approved.",
    to: paths.editReviewerProfile,
    button: "Apply again",
  },
};
const rejectedAgain: Way = {
  ...ways.rejected,
  text: "Your second application ended here, as you can reapply once. Read the reason, or ask an admin.",
};
const unapplied: Way = {
  title: "Tell us what you can review",
  text: "Complete your reviewer profile and apply. Matching jobs appear here once you’re approved.",
  to: paths.editReviewerProfile,
  button: "Complete your profile",
};

/** A page of jobs, for reviewers who are approved; all others read what is missing and find the way there. */
export function ApprovedOnly({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { organization_id } = useSession();
  const go = useNavigate();
  const { data } = useSuspenseQuery(api.reviewer.readInfo.query({ organization_id }));
  const { status } = data;
  if (status === "accepted") return children;
  if (status === "suspended") {
    return (
      <Stack gap="l">
        <LightMessage kind="warning" header="You can’t accept new jobs">
          Your organization suspended you as a reviewer. You can finish the jobs you’ve accepted. For new ones, contact
          an admin.
        </LightMessage>
        {children}
      </Stack>
    );
  }
  const isOver = status === "rejected" && !hasAttemptLeft({ attempt_count: data.attempt_count ?? 1 });
  const way = status === undefined ? unapplied : isOver ? rejectedAgain : ways[status];
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <Nothing
          title={way.title}
          text={
            way === waiting ? `${way.text} ${lateDecision(data) ?? "You’ll get a decision within 24 hours."}` : way.text
          }
          action={
            <LightButton primary onClick={() => void go(way.to)}>
              {way.button}
            </LightButton>
          }
        />
      </Panel>
    </>
  );
}
