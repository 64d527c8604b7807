import * as paths from "../../shared/platform/paths.ts";
import type { JobRow } from "../../shared/review/job-views.ts";
import { RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { DecisionDay } from "../ui/look/decision-day.tsx";
import { date, duration, pay, relative } from "../ui/look/format.ts";
import { Status } from "../ui/look/status.tsx";
import "../content/review/job.css";

/** A day, as it is to be shown, with how long ago it was beneath: how old a job is. */
export function Since({ at, shown = date }: { readonly at: string | undefined; readonly shown?: typeof date }) {
  if (!at) return <>–</>;
  return (
    <span className="job-since">
      {shown(at)}
      <span className="job-soft">{relative(at)}</span>
    </span>
  );
}

/** Where a job stands, in the words of who reads it. An accepted job is in somebody's hands, not done. */
export function JobState({ job }: { readonly job: Pick<JobRow, "status" | "round"> }) {
  if (job.status === "accepted") return <Status status="pending" words="Needs review" />;
  if (job.status === "reviewing" && job.round > 1) return <Status status="resubmitted" words="Needs review again" />;
  return <Status status={job.status} />;
}

/** The page of a job for the reviewer who has it, or may take it. */
export const jobPath = ({ status, credential_job_id }: Pick<JobRow, "status" | "credential_job_id">): string =>
  status === "open"
    ? paths.openJob(credential_job_id)
    : status === "completed"
      ? paths.completedJob(credential_job_id)
      : paths.acceptedJob(credential_job_id);

/** Jobs stand in the order of the applications they belong to. */
export const jobOrders = { newest: "Newest applications first", oldest: "Oldest applications first" } as const;

/** A reviewer's own: what waits for their decision first, by the day it is due on. */
export const ownJobOrders = { ...jobOrders, due: "Decision due first", usual: "due" } as const;

type Named =
  | "title"
  | "learner"
  | "issuer"
  | "status"
  | "progress"
  | "waiting"
  | "decision"
  | "completed"
  | "pay"
  | "time"
  | "round";

/** The columns jobs are listed with, by name. */
export const jobColumns: Readonly<Record<Named, Column<JobRow>>> = {
  title: {
    id: "title",
    header: "Credential",
    names: true,
    width: 270,
    minWidth: 180,
    cell: (job) => <RowLink to={jobPath(job)}>{job.title}</RowLink>,
  },
  learner: {
    id: "learner",
    header: "Learner",
    width: 120,
    minWidth: 110,
    cell: ({ learner_name }) => learner_name ?? "–",
  },
  issuer: { id: "issuer", header: "Issuer", width: 200, line: 160, cell: ({ issuer_name }) => issuer_name },
  status: {
    id: "status",
    header: "Status",
    width: 210,
    minWidth: 140,
    line: 210,
    cell: (job) => <JobState job={job} />,
  },
  progress: {
    id: "progress",
    header: "Approved",
    hidden: true,
    width: 140,
    minWidth: 120,
    cell: ({ sections_accepted, sections_total }) => `${sections_accepted} of ${sections_total} sections`,
  },
  waiting: {
    id: "waiting",
    header: "Waiting since",
    date: true,
    width: 180,
    cell: ({ submitted_on }) => <Since at={submitted_on} />,
  },
  decision: {
    id: "decision",
    header: "Decision due",
    date: "weekday",
    width: 210,
    minWidth: 130,
    cell: ({ decision }) => (decision ? <DecisionDay decision={decision} /> : "–"),
  },
  completed: {
    id: "completed",
    header: "Completed",
    date: true,
    width: 180,
    cell: ({ completed_on }) => <Since at={completed_on} />,
  },
  pay: {
    id: "pay",
    header: "Pay",
    align: "end",
    width: 110,
    minWidth: 106,
    cell: ({ reviewer_total_pay }) => pay(reviewer_total_pay),
  },
  time: {
    id: "time",
    header: "Estimated time",
    align: "end",
    width: 170,
    minWidth: 110,
    hidden: "narrow",
    cell: ({ review_time }) => duration(review_time),
  },
  round: {
    id: "round",
    header: "Round",
    align: "end",
    width: 100,
    minWidth: 90,
    hidden: true,
    cell: ({ round }) => round,
  },
};
