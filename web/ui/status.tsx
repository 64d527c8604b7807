import StatusIndicator, { type StatusIndicatorProps } from "@cloudscape-design/components/status-indicator";

const looks: Readonly<Record<string, readonly [type: StatusIndicatorProps.Type, words: string]>> = {
  open: ["info", "Open"],
  active: ["pending", "Pending"],
  accepted: ["success", "Accepted"],
  applied: ["pending", "Applied"],
  approved: ["success", "Approved"],
  archived: ["stopped", "Archived"],
  closed: ["stopped", "Closed"],
  complete: ["success", "Completed"],
  completed: ["success", "Completed"],
  draft: ["pending", "Draft"],
  expired: ["stopped", "Expired"],
  pending: ["in-progress", "Pending"],
  published: ["success", "Approved"],
  ready: ["pending", "Ready"],
  rejected: ["error", "Rejected"],
  resubmitted: ["in-progress", "Resubmitted"],
  revoked: ["error", "Revoked"],
  reviewing: ["in-progress", "In review"],
  revisionNeeded: ["warning", "Revision needed"],
  submitted: ["in-progress", "Submitted"],
  suspended: ["stopped", "Suspended"],
  withdrawn: ["stopped", "Withdrawn"],
};

/** A state in colour and words. A published credential reads Approved. `words` says it otherwise. */
export function Status({ status, words }: { readonly status: string; readonly words?: string }) {
  const [type, text] = looks[status] ?? (["info", status] as const);
  return <StatusIndicator type={type}>{words ?? text}</StatusIndicator>;
}
