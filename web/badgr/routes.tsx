import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const admin = ["admin"] as const;
const staff = ["admin", "issuer"] as const;

/** The pages of the badge service. */
export const routes: readonly PageRoute[] = [
  { path: paths.badgrLogin, roles: admin, title: "Connect the badge service", page: () => import("./login-page.tsx") },
  { path: paths.badgrIssuers, roles: admin, title: "Badge issuers", page: () => import("./issuers-page.tsx") },
  { path: paths.badgrBadges, roles: staff, title: "Badges", page: () => import("./badges-page.tsx") },
  { path: paths.badgrAssertions, roles: staff, title: "Badge assertions", page: () => import("./assertions-page.tsx") },
];
