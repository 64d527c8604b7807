import { submissionTabs } from "../../shared/submission/rules.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { Collection } from "../ui/collection.tsx";
import { ListTabs } from "../ui/list-controls.tsx";
import { Nothing } from "../ui/list-states.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Panel, Stack } from "../ui/panel.tsx";
import { useUrlState } from "../ui/url-state.ts";
import { ApprovedOnly } from "./approved-only.tsx";
import { jobColumns, jobOrders, jobPath } from "./job-columns.tsx";

const { title, learner, issuer, status, progress, waiting, pay, round } = jobColumns;
const handedIn = { ...waiting, header: "Submitted" };
const columns = [title, learner, status, progress, handedIn, pay, round, { ...issuer, hidden: true as const }];

type Tab = (typeof submissionTabs)[number];
const words: Readonly<Record<Tab, string>> = {
  all: "All",
  Draft: "Draft",
  Submitted: "Submitted",
  RevisionNeeded: "Revision needed",
  Completed: "Completed",
};
/** What a tab holds of a reviewer's jobs, and what is said when it holds none; drafts are the learner's alone. */
const held = {
  all: {
    status: "all",
    empty: { title: "No submissions yet", text: "Accept an open job to review a submission." },
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

/** `/submissions`: everything this reviewer has accepted, by where the submission stands. */
export function Page() {
  const { organization_id } = useSession();
  const [asked, setTab] = useUrlState("tab", "all");
  const tab = submissionTabs.find((each) => each === asked) ?? "all";
  const tabs = (
    <ListTabs
      label="Filter submissions"
      selected={tab}
      options={submissionTabs.map((id) => ({ id, text: words[id] }))}
      onSelect={setTab}
    />
  );
  return (
    <ApprovedOnly title="Submissions">
      {tab === "Draft" ? (
        <>
          <PageHeader title="Submissions" />
          <Panel>
            <Stack gap="m">
              {tabs}
              <Nothing
                title="Drafts are private to learners"
                text="You’ll see a submission once the learner submits it. Reviews you’ve started are under Submitted."
              />
            </Stack>
          </Panel>
        </>
      ) : (
        <Collection
          name="reviewed submissions"
          title="Submissions"
          description="Everything you’ve accepted to review."
          columns={columns}
          search="Find by credential or issuer"
          orders={jobOrders}
          query={(page) => api.job.listAssigned.query({ ...page, organization_id, status: held[tab].status })}
          rows={({ jobs }) => jobs}
          idOf={({ credential_job_id }) => credential_job_id}
          nameOf={({ title }) => title}
          filters={tabs}
          empty={held[tab].empty}
          rowActions={(job) => [
            { id: "open", text: job.status === "completed" ? "View review" : "Review", to: jobPath(job) },
          ]}
        />
      )}
    </ApprovedOnly>
  );
}
