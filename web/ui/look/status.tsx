import { type StatusKind, StatusText } from "./status-text.tsx";

const looks: Readonly<Record<string, readonly [kind: StatusKind, words: string]>> = {
  open: ["info", "Open"],
  active: ["pending", "Pending"],
  accepted: ["success", "Accepted"],
  applied: ["pending", "Applied"],
  approved: ["success", "Approved"],
  archived: ["stopped", "Archived"],
  awaitingResult: ["in-progress", "Waiting for the result"],
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
  renewable: ["warning", "Can be renewed"],
  reviewing: ["in-progress", "In review"],
  revisionNeeded: ["warning", "Revision needed"],
  submitted: ["in-progress", "Submitted"],
  suspended: ["stopped", "Suspended"],
  withdrawn: ["stopped", "Withdrawn"],
};

/** A state in colour and words. A published credential reads Approved. `words` says it otherwise. */
export function Status({ status, words }: { readonly status: string; readonly words?: string }) {
  const [kind, text] = looks[status] ?? (["info", status] as const);
  return <StatusText kind={kind}>{words ?? text}</StatusText>;
}
