import Container from "@cloudscape-design/components/container";
import SegmentedControl from "@cloudscape-design/components/segmented-control";
import { submissionTabs } from "../../shared/submission/rules.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { Collection } from "../ui/collection.tsx";
import { Nothing } from "../ui/list-states.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useUrlState } from "../ui/url-state.ts";
import { ApprovedOnly } from "./approved-only.tsx";
import { jobColumns, jobOrders, jobPath } from "./job-columns.tsx";

const { title, learner, issuer, status, progress, waiting, pay, round } = jobColumns;
const handedIn = { ...waiting, header: "Handed in" };
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
    empty: { title: "No submissions yet", text: "Accept an open job to review its submission." },
  },
  Submitted: {
    status: "accepted",
    empty: { title: "Nothing to review", text: "Accept an open job and its submission waits for you here." },
  },
  RevisionNeeded: {
    status: "revisionNeeded",
    empty: { title: "No revisions under way", text: "Work you send back to a learner waits here until it is revised." },
  },
  Completed: {
    status: "completed",
    empty: {
      title: "Nothing completed yet",
      text: "Once you have approved every section, the submission is listed here.",
    },
  },
} as const;

/** `/submissions`: everything this reviewer has accepted, by where the submission stands. */
export function Page() {
  const { organization_id } = useSession();
  const [asked, setTab] = useUrlState("tab", "all");
  const tab = submissionTabs.find((each) => each === asked) ?? "all";
  const tabs = (
    <SegmentedControl
      label="Which submissions"
      selectedId={tab}
      options={submissionTabs.map((id) => ({ id, text: words[id] }))}
      onChange={({ detail }) => setTab(detail.selectedId)}
    />
  );
  return (
    <ApprovedOnly title="Submissions">
      {tab === "Draft" ? (
        <>
          <PageHeader title="Submissions" />
          <Container header={tabs}>
            <Nothing
              title="Drafts stay with the learner"
              text="You see a submission once it is handed in. What you have marked and not decided yet waits under Submitted."
            />
          </Container>
        </>
      ) : (
        <Collection
          name="reviewed submissions"
          title="Submissions"
          description="All the work you have accepted to review."
          columns={columns}
          search="Find jobs by credential or issuer"
          orders={jobOrders}
          query={(page) => api.job.listAssigned.query({ ...page, organization_id, status: held[tab].status })}
          rows={({ jobs }) => jobs}
          idOf={({ credential_job_id }) => credential_job_id}
          nameOf={({ title }) => title}
          filters={tabs}
          empty={held[tab].empty}
          rowActions={(job) => [
            { id: "open", text: job.status === "completed" ? "See your review" : "Review", to: jobPath(job) },
          ]}
        />
      )}
    </ApprovedOnly>
  );
}
