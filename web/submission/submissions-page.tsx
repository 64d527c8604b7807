import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { type SubmissionTab, submissionTabs } from "../../shared/submission/rules.ts";
import type { ApplicationStatus } from "../../shared/submission/submission.ts";
import type { SubmissionRow } from "../../shared/submission/submission-views.ts";
import { api } from "../api/client.ts";
import { SubmissionStatus } from "../content/submission/status.tsx";
import { useSession } from "../session/session.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListTabs } from "../ui/lists/list-controls.tsx";
import type { RowAction } from "../ui/lists/row-menu.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { DecisionDay } from "../ui/look/decision-day.tsx";
import { count, date, money } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { Badge } from "../ui/look/pictures/badge.tsx";

const tabWords: Readonly<Record<SubmissionTab, string>> = {
  all: "All",
  Draft: "Draft",
  Submitted: "Submitted",
  RevisionNeeded: "Revision needed",
  Completed: "Completed",
};

const nothing: Readonly<Record<SubmissionTab, { readonly title: string; readonly text: string }>> = {
  all: { title: "No submissions yet", text: "Find a credential you’d like to earn and apply for it." },
  Draft: { title: "No drafts", text: "Submissions you’ve started but not submitted appear here." },
  Submitted: { title: "No submissions in review", text: "Your submissions appear here until they’re decided." },
  RevisionNeeded: { title: "Nothing to revise", text: "Submissions that need a revision appear here." },
  Completed: { title: "Nothing completed yet", text: "Submissions appear here once every section is approved." },
};

/** What comes next, and where. */
const nextSteps: Readonly<Record<ApplicationStatus, "pay" | "work" | "look">> = {
  applied: "pay",
  ready: "work",
  draft: "work",
  submitted: "look",
  reviewing: "look",
  revisionNeeded: "work",
  completed: "look",
  closed: "look",
};

function actionsOf(row: SubmissionRow): RowAction[] {
  const next = row.appealed ? "appeal" : nextSteps[row.status];
  return [
    ...(next === "pay" ? [{ id: "pay", text: "Pay", to: paths.pay(row.cred_id) }] : []),
    ...(next === "work"
      ? [
          {
            id: "work",
            text: row.status === "revisionNeeded" ? "Revise" : "Continue",
            to: paths.submitWork(row.cred_id),
          },
        ]
      : []),
    ...(next === "appeal" ? [{ id: "appeal", text: "View appeal", to: paths.appeal(row.application_id) }] : []),
    { id: "details", text: "Details", to: paths.mySubmission(row.application_id) },
    { id: "credential", text: "View credential", to: paths.credentialDetails(row.organization_id, row.cred_id) },
  ];
}

const columns: readonly Column<SubmissionRow>[] = [
  {
    id: "title",
    header: "Credential",
    names: true,
    width: 260,
    minWidth: 240,
    cell: ({ application_id, title, badge }) => (
      <span className="with-picture">
        <Badge src={badge} title={title} size={32} />
        <RowLink to={paths.mySubmission(application_id)}>{title}</RowLink>
      </span>
    ),
  },
  { id: "status", header: "Status", width: 205, line: 200, cell: (row) => <SubmissionStatus {...row} /> },
  {
    id: "progress",
    header: "Sections",
    width: 150,
    line: 148,
    cell: ({ status, sections_total, sections_answered, sections_accepted }) =>
      status === "completed" || status === "revisionNeeded" || sections_accepted > 0
        ? `${sections_accepted} of ${sections_total} approved`
        : `${sections_answered} of ${sections_total} answered`,
  },
  { id: "issuer", header: "Issuer", hidden: true, width: 165, cell: ({ issuer_name }) => issuer_name },
  {
    id: "price",
    header: "Price",
    hidden: true,
    align: "end",
    width: 100,
    minWidth: 100,
    cell: ({ price }) => (price ? money(price) : "Free"),
  },
  { id: "applied", header: "Applied", sorts: true, date: true, width: 176, cell: ({ created_on }) => date(created_on) },
  {
    id: "submitted",
    header: "Submitted",
    hidden: true,
    date: true,
    width: 180,
    cell: ({ submitted_on }) => (submitted_on ? date(submitted_on) : "–"),
  },
  {
    id: "decision",
    header: "Decision by",
    date: "weekday",
    width: 216,
    cell: ({ decision }) => (decision ? <DecisionDay decision={decision} /> : "–"),
  },
  {
    id: "updated",
    header: "Updated",
    hidden: true,
    date: true,
    width: 176,
    cell: ({ updated_on }) => date(updated_on),
  },
];

/** `/mySubmissions`: everything one has applied for, by where it stands. */
export function Page() {
  const go = useNavigate();
  const { organization_id, organization } = useSession();
  const [tab, setTab] = useUrlState("tab", "all");
  const status = submissionTabs.find((one) => one === tab) ?? "all";
  return (
    <Collection
      name="submissions"
      title="My submissions"
      columns={columns}
      search="Find by title or issuer"
      query={(page) => api.submission.listOwn.query({ ...page, organization_id, status })}
      rows={({ submissions }) => submissions}
      idOf={({ application_id }) => application_id}
      nameOf={({ title }) => title}
      rowActions={actionsOf}
      filters={(answer) => (
        <ListTabs
          label="Filter submissions"
          selected={status}
          options={submissionTabs.map((id) => ({
            id,
            text: answer ? `${tabWords[id]} (${count(answer.totals[id] ?? 0)})` : tabWords[id],
          }))}
          onSelect={setTab}
        />
      )}
      actions={
        organization?.archived ? undefined : (
          <LightButton primary={status === "all"} onClick={() => void go(paths.home)}>
            Browse credentials
          </LightButton>
        )
      }
      empty={nothing[status]}
    />
  );
}
