import { submissionTabs } from "../../shared/submission/rules.ts";
import { api } from "../api/client.ts";
import { ApprovedOnly } from "../content/review/approved-only.tsx";
import { useSession } from "../session/session.tsx";
import { Collection } from "../ui/lists/collection.tsx";
import { ListTabs } from "../ui/lists/list-controls.tsx";
import { useUrlState } from "../ui/lists/url-state.ts";
import { jobColumns, jobOrders, jobPath } from "./job-columns.tsx";

const { title, learner, issuer, progress, waiting, pay, round } = jobColumns;
const handedIn = { ...waiting, header: "Submitted" };
const columns = [
  title,
  learner,
  jobColumns.status,
  progress,
  handedIn,
  pay,
  round,
  { ...issuer, hidden: true as const },
];

type Tab = (typeof submissionTabs)[number];
const words: Readonly<Record<Tab, string>> = {
  all: "All",
  Draft: "Draft",
  Submitted: "Submitted",
  RevisionNeeded: "Revision needed",
  Completed: "Completed",
};
/** What a tab holds of a reviewer's jobs, and what is said when it holds none. */
const held = {
  all: {
    status: "all",
    empty: { title: "No submissions yet", text: "Accept an open job to review a submission." },
  },
  Draft: {
    status: undefined,
    empty: {
      title: "Drafts are private to learners",
      text: "You’ll see a submission once the learner submits it. Reviews you’ve started are under Submitted.",
      always: true,
    },
  },
  Submitted: {
    status: "accepted",
    empty: { title: "Nothing to review", text: "Submissions you accept appear here." },
  },
  RevisionNeeded: {
    status: "revisionNeeded",
    empty: {
      title: "No revisions in progress",
      text: "Submissions you send back appear here until the learner revises them.",
    },
  },
  Completed: {
    status: "completed",
    empty: {
      title: "Nothing completed yet",
      text: "Submissions appear here once you approve every section.",
    },
  },
} as const;

/** Drafts are the learner's alone: nothing is asked for. */
const noDrafts = { queryKey: ["no drafts"], queryFn: async () => ({ jobs: [], total: 0 }) };

/** `/submissions`: everything this reviewer has accepted, by where the submission stands. */
export function Page() {
  const { organization_id } = useSession();
  const [asked, setTab] = useUrlState("tab", "all");
  const tab = submissionTabs.find((each) => each === asked) ?? "all";
  const { status, empty } = held[tab];
  return (
    <ApprovedOnly title="Submissions">
      <Collection
        name="reviewed submissions"
        title="Submissions"
        description="Everything you’ve accepted to review."
        columns={columns}
        search="Find by credential or issuer"
        orders={jobOrders}
        query={(page) => (status ? api.review.listAssigned.query({ ...page, organization_id, status }) : noDrafts)}
        rows={({ jobs }) => jobs}
        idOf={({ credential_job_id }) => credential_job_id}
        nameOf={({ title }) => title}
        filters={
          <ListTabs
            label="Filter submissions"
            selected={tab}
            options={submissionTabs.map((id) => ({ id, text: words[id] }))}
            onSelect={setTab}
          />
        }
        empty={empty}
        rowActions={(job) => [
          { id: "open", text: job.status === "completed" ? "View review" : "Review", to: jobPath(job) },
        ]}
      />
    </ApprovedOnly>
  );
}
