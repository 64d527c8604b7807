import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { ReviewerApplicationRow } from "../../shared/reviewer/card.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListTabs } from "../ui/lists/list-controls.tsx";
import { useTab } from "../ui/lists/url-state.ts";
import { Breakable } from "../ui/look/breakable.tsx";
import { dateTime, relative, weekdayTime } from "../ui/look/format.ts";
import { Avatar } from "../ui/look/pictures/avatar.tsx";
import { Status } from "../ui/look/status.tsx";
import { StatusText } from "../ui/look/status-text.tsx";

const waits = ({ status }: ReviewerApplicationRow) => status === "active" || status === "resubmitted";

/** When a decision is due: 24 hours after the application. */
function Due({ row }: { readonly row: ReviewerApplicationRow }) {
  if (!waits(row)) return <>{row.decided_on ? `Decided ${dateTime(row.decided_on)}` : "–"}</>;
  return (
    <StatusText kind={row.late ? "warning" : "pending"}>
      {row.late ? "Late: was due" : "Due"} {relative(row.due_on)} ({weekdayTime(row.due_on)})
    </StatusText>
  );
}

const columns: readonly Column<ReviewerApplicationRow>[] = [
  {
    id: "name",
    header: "Reviewer",
    names: true,
    width: 260,
    cell: (row) => (
      <span className="with-picture">
        <Avatar src={row.image} of={fullName(row)} size={28} />
        <RowLink to={paths.reviewerApplicationOf(row.user_id)}>{fullName(row)}</RowLink>
      </span>
    ),
  },
  { id: "title", header: "Title", width: 220, minWidth: 150, cell: ({ professionalTitle }) => professionalTitle },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <Status status={status === "accepted" ? "approved" : status} />,
  },
  { id: "due", header: "Decision", width: 320, minWidth: 280, cell: (row) => <Due row={row} /> },
  { id: "attempt", header: "Attempt", align: "end", hidden: true, cell: ({ attempt_count }) => attempt_count },
  {
    id: "email",
    header: "Email",
    width: 220,
    minWidth: 180,
    hidden: "narrow",
    cell: ({ email }) => <Breakable address={email} />,
  },
];

/** The tabs, each with what is said when nobody is in it. */
const tabs = [
  {
    id: "all",
    text: "All",
    empty: { title: "No applications yet", text: "Invite reviewers from the Users page." },
  },
  {
    id: "active",
    text: "Pending",
    empty: { title: "No pending applications", text: "First-time applications appear here." },
  },
  {
    id: "resubmitted",
    text: "Resubmitted",
    empty: {
      title: "No resubmitted applications",
      text: "Rejected reviewers can apply once more. Those applications appear here.",
    },
  },
  {
    id: "accepted",
    text: "Approved",
    empty: {
      title: "No approved reviewers",
      text: "Reviewers you approve appear here and can be added to credentials.",
    },
  },
  {
    id: "rejected",
    text: "Rejected",
    empty: { title: "No rejected applications", text: "Applications you reject appear here." },
  },
  {
    id: "suspended",
    text: "Suspended",
    empty: { title: "No suspended reviewers", text: "Reviewers an admin suspends appear here and can be reinstated." },
  },
] as const;

/** `/reviewerApplications`: who wants to review for the organization, and by when each is to be answered. */
export function Page() {
  const { organization_id } = useSession();
  const [tab, setTab] = useTab(tabs);
  return (
    <Collection
      name="reviewer applications"
      title="Reviewer applications"
      description="Reviewers are promised a decision within 24 hours."
      columns={columns}
      search="Find by name or email"
      orders={{ newest: "Latest applications first", oldest: "Oldest applications first" }}
      query={(page) => api.reviewer.listApplications.query({ ...page, organization_id, status: tab.id })}
      rows={({ applications }) => applications}
      idOf={({ user_id }) => user_id}
      nameOf={fullName}
      filters={<ListTabs label="Filter applications" selected={tab.id} options={tabs} onSelect={setTab} />}
      empty={tab.empty}
    />
  );
}
