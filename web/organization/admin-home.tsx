import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AdjudicationRow } from "../../shared/job/adjudication-calls.ts";
import type { JobRow } from "../../shared/job/calls.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { ReviewerApplicationRow } from "../../shared/reviewer/card.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { pendingItem } from "../credential/waiting-items.tsx";
import { counted, relative, weekdayTime } from "../ui/format.ts";
import { Status } from "../ui/status.tsx";
import { type AgedItem, Home, since, WaitingList } from "../ui/waiting.tsx";
import { SetUpChecklist, useSetUp } from "./set-up-checklist.tsx";

const shownMax = 6;
/** Of each kind so many are asked for, so that the oldest of all are among them. */
const oldest = { sort: "oldest", limit: shownMax } as const;

/** What waits for an admin, the oldest first, and the first steps of a new organization; then the rest of the page. */
export function AdminHome({ children }: { readonly children: ReactNode }) {
  const { organization_id, user } = useSession();
  const first = useQuery(api.reviewer.listApplications.query({ organization_id, ...oldest, status: "active" }));
  const again = useQuery(api.reviewer.listApplications.query({ organization_id, ...oldest, status: "resubmitted" }));
  const pending = usePendingCredentials(organization_id);
  const undecided = useQuery(api.job.listAdjudications.query({ organization_id, limit: shownMax }));
  const jobs = useQuery(api.job.list.query({ organization_id, ...oldest, status: "open" }));
  const invitations = useQuery(api.organization.listUsers.query({ organization_id, status: "pending", limit: 1 }));
  const setUp = useSetUp();
  const lists = () => {
    const applications = (first.data?.total ?? 0) + (again.data?.total ?? 0);
    const toDecide = undecided.data?.total ?? 0;
    const totals = [applications, pending.data?.total ?? 0, jobs.data?.total ?? 0, toDecide] as const;
    const waiting = [
      ...[...(first.data?.applications ?? []), ...(again.data?.applications ?? [])].map(applicationItem),
      ...(pending.data?.credentials ?? []).map(pendingItem),
      ...(jobs.data?.jobs ?? []).map(jobItem),
      ...(undecided.data?.jobs ?? []).map(undecidedItem),
    ].sort((one, other) => (one.at < other.at ? -1 : 1));
    const invited = invitations.data?.total ?? 0;
    const [, toApprove] = totals;
    return (
      <>
        {setUp.tasks ? <SetUpChecklist tasks={setUp.tasks()} /> : null}
        <WaitingList
          title="Waiting for you"
          total={totals.reduce((sum, each) => sum + each, 0)}
          items={waiting.slice(0, shownMax)}
          empty="You’re all caught up. Reviewer applications, credentials to approve, unassigned submissions, and reviews to decide appear here."
          more={[
            ...(applications > 0
              ? [{ text: counted(applications, "reviewer application"), to: paths.reviewerApplications }]
              : []),
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
      asked={[first, again, pending, jobs, undecided, invitations, ...setUp.asked]}
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

function applicationItem(row: ReviewerApplicationRow): AgedItem {
  const { user_id, first_name, last_name, professionalTitle, submitted_on, due_on, late, status } = row;
  const to = paths.reviewerApplicationOf(user_id);
  return {
    id: user_id,
    at: submitted_on,
    title: `${first_name} ${last_name}`,
    to,
    status: late ? (
      <Status status="revisionNeeded" words="Reviewer application, overdue" />
    ) : (
      <Status
        status="pending"
        words={status === "resubmitted" ? "Reviewer application, resubmitted" : "Reviewer application"}
      />
    ),
    details: [
      professionalTitle,
      `Waiting since ${since(submitted_on)}`,
      late ? `Was due ${weekdayTime(due_on)}` : `Due ${relative(due_on)} (${weekdayTime(due_on)})`,
    ],
    actions: [{ text: "Decide", to }],
  };
}

function jobItem({ credential_job_id, title, submitted_on }: JobRow): AgedItem {
  const to = paths.job(credential_job_id);
  return {
    id: credential_job_id,
    at: submitted_on,
    title,
    to,
    status: <Status status="open" words="Submission without a reviewer" />,
    details: [`Waiting since ${since(submitted_on)}`],
    actions: [{ text: "View review", to }],
  };
}

function undecidedItem({ credential_job_id, title, asked_on, because }: AdjudicationRow): AgedItem {
  const to = paths.job(credential_job_id);
  return {
    id: `decide ${credential_job_id}`,
    at: asked_on,
    title,
    to,
    status: <Status status="pending" words="Review to decide" />,
    details: [
      because === "contradiction" ? "Decision and marks don’t match" : "No third reviewer",
      `Waiting since ${since(asked_on)}`,
    ],
    actions: [{ text: "Decide", to }],
  };
}
