import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

/** What an organization is joined to: the keys of its own programs. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.connections,
    roles: ["admin"],
    title: "Connections",
    page: () => import("./connections-page.tsx"),
    light: true,
  },
  {
    path: paths.connectionHistory,
    roles: ["admin"],
    title: "Connection history",
    page: () => import("./history-page.tsx"),
    light: true,
  },
  { path: paths.apiKeys, roles: ["admin"], title: "API keys", page: () => import("./keys-page.tsx") },
];
