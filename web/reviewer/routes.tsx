import type { PageRoute } from "../app/page.ts";

const reviewer = ["reviewer"] as const;
const staff = ["admin", "issuer"] as const;
const approval = () => import("./approval-page.tsx");

/** Becoming a reviewer, and deciding who becomes one. */
export const routes: readonly PageRoute[] = [
  {
    path: "/editReviewerProfile",
    roles: reviewer,
    title: "Your reviewer profile",
    page: () => import("./edit-profile-page.tsx"),
  },
  {
    path: "/completeApplication",
    roles: reviewer,
    title: "What you can review",
    page: () => import("./skills-page.tsx"),
  },
  {
    path: "/reviewerOnbordingSummary",
    roles: reviewer,
    title: "Your application",
    page: () => import("./summary-page.tsx"),
  },
  { path: "/approvalPending", roles: reviewer, title: "Application pending", page: approval },
  { path: "/approvalRejected", roles: reviewer, title: "Application not approved", page: approval },
  { path: "/reviewerProfile/:id", roles: "any", title: "Reviewer profile", page: () => import("./profile-page.tsx") },
  {
    path: "/reviewerApplications",
    roles: staff,
    title: "Reviewer applications",
    page: () => import("./applications-page.tsx"),
  },
  {
    path: "/reviewerApplicationsDetails",
    roles: staff,
    title: "Reviewer application",
    page: () => import("./application-page.tsx"),
  },
];
