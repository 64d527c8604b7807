import type { PageRoute } from "../app/page.ts";

const list = () => import("./list-page.tsx");
const detail = () => import("./detail-page.tsx");
const wizard = () => import("./wizard/wizard-page.tsx");
const authors = ["issuer", "publisher", "custom"] as const;

/** Credentials: browsed, listed, read, written. */
export const routes: readonly PageRoute[] = [
  { path: "/", roles: ["learner"], title: "Browse credentials", page: () => import("./browse-page.tsx") },
  { path: "/", roles: authors, title: "Credentials", page: list },
  { path: "/credentials", roles: ["admin", ...authors], title: "Credentials", page: list },
  { path: "/credential/create", roles: ["admin", ...authors], redirect: "/credential/create/0" },
  { path: "/credential/create/:step", roles: ["admin", ...authors], title: "New credential", page: wizard },
  {
    path: "/credential/edit/:org_id/:credential_id",
    roles: ["admin", ...authors],
    redirect: "/credential/edit/:org_id/:credential_id/0",
  },
  {
    path: "/credential/edit/:org_id/:credential_id/:step",
    roles: ["admin", ...authors],
    title: "Edit credential",
    page: wizard,
  },
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
