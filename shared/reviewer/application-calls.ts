import * as z from "zod";
import { call, data, narrowing, page, paging } from "../http/call.ts";
import { multiLine, OrganizationId, organizationSelector, Timestamp, UserId } from "../http/fields.ts";
import { ownProfile, said } from "./calls.ts";
import { ReviewerApplicationDetail, ReviewerApplicationRow } from "./card.ts";
import { HistoryEntry, ReviewerStatus, reviewerStatuses } from "./reviewer.ts";

const OwnApplication = z.object({ ...organizationSelector, ...said });

/** An application to review for an organization, as it was sent. */
export const SubmittedApplication = z.object({
  organization_id: OrganizationId,
  status: ReviewerStatus,
  attempt_count: z.number().int(),
  submitted_on: Timestamp,
  due_on: Timestamp,
});

const submitted = data(SubmittedApplication);

/** The profile must be complete. A repeat answers the present state. */
export const submit = call({
  route: "POST /reviewer/submit",
  summary: "Apply to review for an organization",
  allow: ownProfile,
  input: () => OwnApplication,
  output: () => submitted,
  problems: ["reviewer.incomplete", "reviewer.already-applied", "input.foreign-url"],
  idempotent: true,
});

export const resubmit = call({
  route: "POST /reviewer/resubmit",
  summary: "Apply to review once more after a rejection",
  allow: ownProfile,
  input: () => OwnApplication,
  output: () => submitted,
  problems: ["reviewer.incomplete", "reviewer.not-rejected", "reviewer.no-attempt-left", "input.foreign-url"],
  idempotent: true,
});

/** Newest first. */
export const listApplications = call({
  route: "GET /reviewer-application/list",
  summary: "List reviewer applications",
  allow: { permission: "reviewer:list-applications", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** By name or email, among those who are members. */
      ...narrowing,
      /** Only those in this state. */
      status: z.enum(["all", ...reviewerStatuses]).default("all"),
    }),
  output: () => page("applications", ReviewerApplicationRow),
});

/** With the whole profile: a reviewer reads their own, staff that of `user_id`. */
export const readApplication = call({
  route: "GET /reviewer-application",
  summary: "Read a reviewer application",
  allow: { permission: "reviewer:read-application", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      /** Whose; left out, the caller's own. */
      user_id: UserId.optional(),
    }),
  output: () => data(ReviewerApplicationDetail),
  problems: ["resource.not-found"],
});

/** Only admins suspend and reinstate. A repeat of the same decision answers the same. */
export const decideApplication = call({
  route: "POST /reviewer-application/status",
  summary: "Accept, reject, suspend or reinstate a reviewer",
  allow: { permission: "reviewer:decide-application", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      user_id: UserId,
      /** `reinstated` lifts a suspension: the reviewer is accepted again. */
      status: z.enum(["accepted", "rejected", "suspended", "reinstated"]),
      /** Told to the reviewer; needed to reject and to suspend. */
      reason: multiLine().max(2000, "At most 2,000 characters.").default(""),
    }),
  output: () => data(z.object({ user_id: UserId, status: ReviewerStatus, decided_on: Timestamp })),
  problems: ["resource.not-found", "reviewer.already-decided", "reviewer.reason-needed"],
});

/** Oldest first. */
export const readHistory = call({
  route: "GET /reviewer/application/history",
  summary: "Read the history of a reviewer application",
  allow: { permission: "reviewer:read-application", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      /** Whose; left out, the caller's own. */
      user_id: UserId.optional(),
    }),
  output: () => data(z.object({ history: z.array(HistoryEntry) })),
  problems: ["resource.not-found"],
});
