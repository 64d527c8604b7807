import type { PageRoute } from "../app/page.ts";

const reviewer = ["reviewer"] as const;
const grading = () => import("./grading-page.tsx");

/** Review jobs: finding, accepting and grading them, and the issuer's view of what waits. */
export const routes: readonly PageRoute[] = [
  { path: "/", roles: reviewer, redirect: "/openJobs" },
  { path: "/openJobs", roles: reviewer, title: "Open jobs", page: () => import("./open-jobs-page.tsx") },
  { path: "/openJobs/jobDetails/:id", roles: reviewer, title: "Job", page: () => import("./job-details-page.tsx") },
  {
    path: "/assignedCredentials",
    roles: reviewer,
    title: "Assigned credentials",
    page: () => import("./assigned-credentials-page.tsx"),
  },
  { path: "/acceptedJobs", roles: reviewer, title: "Accepted jobs", page: () => import("./accepted-jobs-page.tsx") },
  { path: "/acceptedJobs/submissions/:id", roles: reviewer, title: "Review", page: grading },
  { path: "/completedJobs", roles: reviewer, title: "Completed jobs", page: () => import("./completed-jobs-page.tsx") },
  { path: "/completedJobs/submissions/:id", roles: reviewer, title: "Completed review", page: grading },
  { path: "/submissions", roles: reviewer, title: "Submissions", page: () => import("./submissions-page.tsx") },
  { path: "/jobs", roles: ["issuer"], title: "Jobs", page: () => import("./organization-jobs-page.tsx") },
];
