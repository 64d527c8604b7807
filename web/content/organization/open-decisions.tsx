import { useQuery } from "@tanstack/react-query";
import { fullName } from "../../../shared/platform/full-name.ts";
import * as paths from "../../../shared/platform/paths.ts";
import type { AdjudicationRow } from "../../../shared/review/adjudication-calls.ts";
import type { JobRow } from "../../../shared/review/job-views.ts";
import type { ReviewRow } from "../../../shared/review/overview-calls.ts";
import type { ReviewerApplicationRow } from "../../../shared/reviewer/card.ts";
import { api } from "../../api/client.ts";
import { useSession } from "../../session/session.tsx";
import { counted, relative, weekdayTime } from "../../ui/look/format.ts";
import { Status } from "../../ui/look/status.tsx";
import { type AgedItem, since } from "../../ui/look/waiting.tsx";

/** What of the reviews under way somebody has to see to, each with the list it counts. */
const reviewLinks = [
  { part: "waiting", of: (number: number) => `${counted(number, "submission")} waiting for a reviewer` },
  { part: "late", of: (number: number) => counted(number, "late review") },
  { part: "toDecide", of: (number: number) => `${counted(number, "review")} to decide` },
] as const;

/**
 * Reviewer applications, submissions without a reviewer and reviews that their reviewers left open, for the home of whoever
 * may decide or find one; and how many appeals wait. `limit` of each kind are asked for, the oldest first; nothing is asked
 * for a role that may do neither.
 */
export function useOpenDecisions(limit: number) {
  const { organization_id, can } = useSession();
  const oldest = { organization_id, sort: "oldest", limit } as const;
  const { listApplications } = api.reviewer;
  const decides = can(api.reviewer.decideApplication);
  const finds = can(api.review.list);
  const first = useQuery({ ...listApplications.query({ ...oldest, status: "active" }), enabled: decides });
  const again = useQuery({ ...listApplications.query({ ...oldest, status: "resubmitted" }), enabled: decides });
  const oversees = can(api.review.listReviews);
  // Whoever oversees reviews is shown the list that their links count: an issuer's has their own credentials alone.
  const overview = useQuery({ ...api.review.listReviews.query({ ...oldest, part: "waiting" }), enabled: oversees });
  const listsJobs = finds && !oversees;
  const jobs = useQuery({ ...api.review.list.query({ ...oldest, status: "open" }), enabled: listsJobs });
  const counts = oversees ? overview.data?.counts : undefined;
  const rules = can(api.review.listAdjudications);
  const undecided = useQuery({ ...api.review.listAdjudications.query({ organization_id, limit }), enabled: rules });
  const hears = can(api.appeal.list);
  const appealed = useQuery({ ...api.appeal.list.query({ organization_id, limit: 1 }), enabled: hears });
  const waiting = decides ? [first, again] : [];
  const open = oversees ? overview.data : listsJobs ? jobs.data : undefined;
  const openRows = oversees ? overview.data?.reviews : listsJobs ? jobs.data?.jobs : undefined;
  const toRule = rules ? undecided.data : undefined;
  const appeals = (hears && appealed.data?.total) || 0;
  const applications = waiting.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);
  return {
    asked: [
      ...waiting,
      ...(listsJobs ? [jobs] : []),
      ...(oversees ? [overview] : []),
      ...(rules ? [undecided] : []),
      ...(hears ? [appealed] : []),
    ],
    total: applications + (open?.total ?? 0) + (toRule?.total ?? 0),
    items: [
      ...waiting.flatMap(({ data }) => data?.applications ?? []).map(applicationItem),
      ...(openRows ?? []).map(jobItem),
      ...(toRule?.jobs ?? []).map(undecidedItem),
    ],
    more: [
      ...(applications > 0
        ? [{ text: counted(applications, "reviewer application"), to: paths.reviewerApplications }]
        : []),
      ...reviewLinks.flatMap(({ part, of }) => {
        const number = counts?.[part] ?? 0;
        return number > 0 ? [{ text: of(number), to: paths.reviewsOf(part) }] : [];
      }),
      ...(appeals > 0 ? [{ text: counted(appeals, "open appeal"), to: paths.appeals }] : []),
    ],
  };
}

function applicationItem(row: ReviewerApplicationRow): AgedItem {
  const { user_id, professionalTitle, submitted_on, due_on, late, status } = row;
  const to = paths.reviewerApplicationOf(user_id);
  return {
    id: user_id,
    at: submitted_on,
    title: fullName(row),
    to,
    status: late ? (
      <Status status="revisionNeeded" words="Reviewer application, overdue" />
    ) : (
      <Status
        status="pending"
        words={status === "resubmitted" ? "Reviewer application, resubmitted" : "Reviewer application"}
      />
    ),
    details: [
      professionalTitle,
      `Waiting since ${since(submitted_on)}`,
      late ? `Was due ${weekdayTime(due_on)}` : `Due ${relative(due_on)} (${weekdayTime(due_on)})`,
    ],
    actions: [{ text: "Decide", to }],
  };
}

function jobItem({ credential_job_id, title, submitted_on }: JobRow | ReviewRow): AgedItem {
  const to = paths.job(credential_job_id);
  return {
    id: credential_job_id,
    at: submitted_on,
    title,
    to,
    status: <Status status="open" words="Submission without a reviewer" />,
    details: [`Waiting since ${since(submitted_on)}`],
    actions: [{ text: "View job", to }],
  };
}

function undecidedItem({ credential_job_id, title, asked_on, because }: AdjudicationRow): AgedItem {
  const to = paths.job(credential_job_id);
  return {
    id: `decide ${credential_job_id}`,
    at: asked_on,
    title,
    to,
    status: <Status status="pending" words="Review to decide" />,
    details: [
      because === "contradiction" ? "Decision and marks don’t match" : "No third reviewer",
      `Waiting since ${since(asked_on)}`,
    ],
    actions: [{ text: "Decide", to }],
  };
}
