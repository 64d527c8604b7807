import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

/** Terms, privacy and the pages that say what went wrong. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.terms,
    roles: "public",
    title: "Terms of Service",
    page: () => import("./terms-page.tsx"),
    light: true,
  },
  {
    path: paths.privacy,
    roles: "public",
    title: "Privacy Policy",
    page: () => import("./privacy-page.tsx"),
    light: true,
  },
  {
    path: paths.notFound,
    roles: "public",
    title: "Page not found",
    page: () => import("./not-found-page.tsx"),
    light: true,
  },
  {
    path: paths.serverError,
    roles: "public",
    title: "Server error",
    page: () => import("./server-error-page.tsx"),
    light: true,
  },
  { path: paths.adminHelp, roles: ["admin"], title: "Help", page: () => import("./admin-help-page.tsx") },
  {
    path: paths.userHelp,
    roles: ["issuer", "publisher", "reviewer", "learner", "custom"],
    title: "Help",
    page: () => import("./user-help-page.tsx"),
  },
];
