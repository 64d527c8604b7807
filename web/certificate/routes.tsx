import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../app/page.ts";

/** What an organization issued. A certificate's own page is a document outside the portal. */
export const routes: readonly PageRoute[] = [
  { path: paths.certificates, roles: ["admin"], title: "Certificates", page: () => import("./awards-page.tsx") },
];
