import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const admin = ["admin"] as const;

/** People by file. */
export const routes: readonly PageRoute[] = [
  { path: paths.imports, roles: admin, title: "Import people", page: () => import("./imports-page.tsx"), light: true },
  {
    path: paths.importOf(":id"),
    roles: admin,
    title: "Import of people",
    page: () => import("./import-page.tsx"),
    light: true,
  },
];
