import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { pendingItem } from "../content/credential/waiting-items.tsx";
import { useOpenDecisions } from "../content/organization/open-decisions.tsx";
import { useSession } from "../session/session.tsx";
import { counted } from "../ui/look/format.ts";
import { Home, WaitingList } from "../ui/look/waiting.tsx";
import { SetUpChecklist, useSetUp } from "./set-up-checklist.tsx";

const shownMax = 6;

/** What waits for an admin, the oldest first, and the first steps of a new organization; then the rest of the page. */
export function AdminHome({ children }: { readonly children: ReactNode }) {
  const { organization_id, user } = useSession();
  const decisions = useOpenDecisions(shownMax);
  const pending = usePendingCredentials(organization_id);
  const invitations = useQuery(api.organization.listUsers.query({ organization_id, status: "pending", limit: 1 }));
  const setUp = useSetUp();
  const lists = () => {
    const toApprove = pending.data?.total ?? 0;
    const waiting = [...decisions.items, ...(pending.data?.credentials ?? []).map(pendingItem)].sort((one, other) =>
      one.at < other.at ? -1 : 1,
    );
    const invited = invitations.data?.total ?? 0;
    return (
      <>
        {setUp.tasks ? <SetUpChecklist tasks={setUp.tasks(pending.data?.credentials ?? [])} /> : null}
        <WaitingList
          title="Waiting for you"
          total={decisions.total + toApprove}
          items={waiting.slice(0, shownMax)}
          empty="You’re all caught up. Reviewer applications, credentials to approve, unassigned submissions, and reviews to decide appear here."
          more={[
            ...decisions.more,
            ...(toApprove > 0
              ? [{ text: `${counted(toApprove, "credential")} to approve`, to: `${paths.credentials}?tab=pending` }]
              : []),
            ...(invited > 0
              ? [{ text: `${counted(invited, "invitation")} pending`, to: `${paths.users}?tab=pending` }]
              : []),
          ]}
        />
      </>
    );
  };
  return (
    <Home
      title={`Welcome, ${user.first_name}`}
      asked={[...decisions.asked, pending, invitations, ...setUp.asked]}
      lists={lists}
    >
      {children}
    </Home>
  );
}

/** The credentials that have waited longest for approval: of a list that is read newest first, the last ones. */
function usePendingCredentials(organization_id: string) {
  const list = { org_id: organization_id, status: "submitted", limit: shownMax } as const;
  const newest = useQuery(api.credential.list.query(list));
  const total = newest.data?.total ?? 0;
  const longer = total > shownMax;
  const last = useQuery({
    ...api.credential.list.query({ ...list, offset: Math.max(0, total - shownMax) }),
    enabled: longer,
  });
  return longer ? last : newest;
}
