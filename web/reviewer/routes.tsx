import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const reviewer = ["reviewer"] as const;
const staff = ["admin", "issuer"] as const;
const approval = () => import("./approval-page.tsx");

/** Becoming a reviewer, and deciding who becomes one. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.editReviewerProfile,
    roles: reviewer,
    title: "Your reviewer profile",
    page: () => import("./edit-profile-page.tsx"),
  },
  {
    path: paths.completeApplication,
    roles: reviewer,
    title: "What you can review",
    page: () => import("./skills-page.tsx"),
  },
  {
    path: paths.reviewerSummary,
    roles: reviewer,
    title: "Your application",
    page: () => import("./summary-page.tsx"),
  },
  { path: paths.approvalPending, roles: reviewer, title: "Application pending", page: approval },
  { path: paths.approvalRejected, roles: reviewer, title: "Application not approved", page: approval },
  {
    path: paths.reviewerProfile(":id"),
    roles: "any",
    title: "Reviewer profile",
    page: () => import("./profile-page.tsx"),
  },
  {
    path: paths.reviewerApplications,
    roles: staff,
    title: "Reviewer applications",
    page: () => import("./applications-page.tsx"),
    light: true,
  },
  {
    path: paths.reviewerApplication,
    roles: staff,
    title: "Reviewer application",
    page: () => import("./application-page.tsx"),
  },
];
