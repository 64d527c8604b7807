import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const reviewer = ["reviewer"] as const;
const staff = ["issuer", "admin"] as const;
const grading: Pick<Extract<PageRoute, { readonly page: unknown }>, "page" | "ask" | "light"> = {
  page: () => import("./grading-page.tsx"),
  light: true,
  ask: ({ api, session: { organization_id }, params: { id: credential_job_id = "" } }) => [
    api.review.read.query({ organization_id, credential_job_id }),
  ],
};

/** Review jobs: finding, accepting and grading them, and the issuer's view of what waits. */
export const routes: readonly PageRoute[] = [
  { path: paths.home, roles: reviewer, title: "Your reviews", page: () => import("./home-page.tsx"), light: true },
  {
    path: paths.openJobs,
    roles: reviewer,
    title: "Open jobs",
    page: () => import("./open-jobs-page.tsx"),
    light: true,
  },
  { path: paths.openJob(":id"), roles: reviewer, title: "Job", page: () => import("./job-details-page.tsx") },
  {
    path: paths.assignedCredentials,
    roles: reviewer,
    title: "Assigned credentials",
    page: () => import("./assigned-credentials-page.tsx"),
    light: true,
  },
  {
    path: paths.acceptedJobs,
    roles: reviewer,
    title: "Accepted jobs",
    page: () => import("./accepted-jobs-page.tsx"),
    light: true,
  },
  { path: paths.acceptedJob(":id"), roles: reviewer, title: "Review", ...grading },
  {
    path: paths.completedJobs,
    roles: reviewer,
    title: "Completed jobs",
    page: () => import("./completed-jobs-page.tsx"),
    light: true,
  },
  { path: paths.completedJob(":id"), roles: reviewer, title: "Completed review", ...grading },
  {
    path: paths.submissions,
    roles: reviewer,
    title: "Submissions",
    page: () => import("./submissions-page.tsx"),
    light: true,
  },
  { path: paths.job(":id"), roles: staff, title: "Review", page: () => import("./review-page.tsx") },
  {
    path: paths.reviews,
    roles: staff,
    title: "Reviews",
    page: () => import("./reviews-page.tsx"),
    light: true,
  },
  {
    path: paths.jobs,
    roles: staff,
    title: "Jobs",
    page: () => import("./organization-jobs-page.tsx"),
    light: true,
  },
];
