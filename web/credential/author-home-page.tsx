import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { draftItem, pendingItem, rejectedItem } from "../content/credential/waiting-items.tsx";
import { useOpenDecisions } from "../content/organization/open-decisions.tsx";
import { useSession } from "../session/session.tsx";
import { counted } from "../ui/look/format.ts";
import { Home, WaitingList } from "../ui/look/waiting.tsx";
import { Credentials, NoCredentials } from "./list-page.tsx";

const shownMax = 6;
/** Of each kind so many are asked for: lists are read newest first, and the oldest are to be among them. */
const askedMax = 100;
const pendingTab = `${paths.credentials}?tab=pending`;

/** `/` of issuers, publishers and custom roles: what waits for them, then the organization's credentials. */
export function Page() {
  const session = useSession();
  if (!session.can(api.credential.list)) return <NoCredentials />;
  return (
    <AuthorHome>
      <Credentials variant="container" />
    </AuthorHome>
  );
}

/** What waits for whoever writes or approves credentials, the oldest first; then the rest of the page. */
function AuthorHome({ children }: { readonly children: ReactNode }) {
  const { organization_id: org_id, user, can } = useSession();
  const writes = can(api.credential.create);
  const decides = can(api.credential.approve);
  const inState = (status: string, whose: { user_id?: string }) =>
    api.credential.list.query({ org_id, ...whose, status, limit: askedMax });
  const own = { user_id: user.user_id };
  const rejected = useQuery(inState("rejected", own));
  const drafts = useQuery(inState("draft", own));
  const pending = useQuery(inState("submitted", decides ? {} : own));
  const decisions = useOpenDecisions(shownMax);
  const lists = () => {
    const others = (pending.data?.credentials ?? []).filter(({ created_by }) => created_by !== user.user_id);
    const waiting = [
      ...decisions.items,
      ...(decides ? others.map(pendingItem) : []),
      ...(rejected.data?.credentials ?? []).map(rejectedItem),
      ...(drafts.data?.credentials ?? []).map(draftItem),
    ].sort((one, other) => (one.at < other.at ? -1 : 1));
    const approvals = pending.data?.total ?? 0;
    if (waiting.length + approvals === 0 && !writes && !decides) return null;
    return (
      <WaitingList
        title="Waiting for you"
        total={decisions.total + waiting.length - decisions.items.length}
        items={waiting.slice(0, shownMax)}
        empty={
          decides
            ? "You’re all caught up. Credentials to approve and your own drafts appear here."
            : decisions.asked.length > 0
              ? "You’re all caught up. Reviewer applications, unassigned submissions, and your own drafts appear here."
              : "You’re all caught up. Your drafts and credentials returned to you appear here."
        }
        more={[
          ...decisions.more,
          ...(approvals > 0 ? [{ text: `${counted(approvals, "credential")} pending approval`, to: pendingTab }] : []),
        ]}
      />
    );
  };
  return (
    <Home title={`Welcome, ${user.first_name}`} asked={[...decisions.asked, rejected, drafts, pending]} lists={lists}>
      {children}
    </Home>
  );
}
