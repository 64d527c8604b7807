import type { PageRoute } from "../app/page.ts";

const admin = ["admin"] as const;
const staff = ["admin", "issuer"] as const;

/** The pages of the badge service. */
export const routes: readonly PageRoute[] = [
  { path: "/badgr/login", roles: admin, title: "Connect the badge service", page: () => import("./login-page.tsx") },
  { path: "/badgr/issuers", roles: admin, title: "Badge issuers", page: () => import("./issuers-page.tsx") },
  { path: "/badgr/badges", roles: staff, title: "Badges", page: () => import("./badges-page.tsx") },
  { path: "/badgr/assertions", roles: staff, title: "Badge assertions", page: () => import("./assertions-page.tsx") },
];
