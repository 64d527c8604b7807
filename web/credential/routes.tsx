import type { PageRoute } from "../app/page.ts";

const list = () => import("./list-page.tsx");
const detail = () => import("./detail-page.tsx");
const authors = ["issuer", "publisher", "custom"] as const;

/** Credentials: browsed, listed, read, written. */
export const routes: readonly PageRoute[] = [
  { path: "/", roles: ["learner"], title: "Browse credentials", page: () => import("./browse-page.tsx") },
  { path: "/", roles: authors, title: "Credentials", page: list },
  { path: "/", roles: ["admin"], redirect: "/credentials" },
  { path: "/credentials", roles: ["admin", ...authors], title: "Credentials", page: list },
  {
    path: "/credential/details/:org_id/:id",
    roles: ["admin", ...authors, "reviewer", "learner"],
    title: "Credential",
    page: detail,
  },
  {
    path: "/assignedCredentials/credential/details/:org_id/:id",
    roles: ["reviewer"],
    title: "Credential",
    page: detail,
  },
  {
    path: "/reviews/:id/reviewDetails",
    roles: ["admin"],
    title: "Review details",
    page: () => import("./review-details-page.tsx"),
  },
  {
    path: "/credential/:id/lerners",
    roles: ["admin"],
    title: "Applicants",
    page: () => import("./applicants-page.tsx"),
  },
];
