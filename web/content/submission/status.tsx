import type { ApplicationStatus, WorkStatus } from "../../../shared/submission/submission.ts";
import type { SubmissionRow } from "../../../shared/submission/submission-views.ts";
import { type StatusKind, StatusText } from "../../ui/look/status-text.tsx";

type Look = readonly [kind: StatusKind, words: string];

const looks: Readonly<Record<ApplicationStatus, Look>> = {
  applied: ["pending", "Waiting for payment"],
  ready: ["pending", "Ready to start"],
  draft: ["pending", "Draft"],
  submitted: ["in-progress", "Submitted"],
  reviewing: ["in-progress", "In review"],
  revisionNeeded: ["warning", "Revision needed"],
  completed: ["success", "Completed"],
  closed: ["stopped", "Closed"],
};

const appealedLook: Look = ["in-progress", "Appeal in review"];

const workLooks: Readonly<Record<WorkStatus, Look>> = {
  notSubmitted: ["pending", "Not started"],
  draft: ["info", "Draft"],
  submitted: ["in-progress", "Submitted"],
  accepted: ["success", "Approved"],
  rejected: ["warning", "Revision needed"],
};

/** Where a submission stands, in its learner's words. */
export function SubmissionStatus({ status, appealed }: Pick<SubmissionRow, "status" | "appealed">) {
  const [kind, words] = appealed ? appealedLook : looks[status];
  return <StatusText kind={kind}>{words}</StatusText>;
}

/** Where the work on one section stands. Answered work that is not handed in yet reads as draft. */
export function SectionStatus({ status }: { readonly status: WorkStatus }) {
  const [kind, words] = workLooks[status];
  return <StatusText kind={kind}>{words}</StatusText>;
}
