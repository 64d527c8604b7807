import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

/** What a person is tied to. */
export const routes: readonly PageRoute[] = [
  { path: paths.ties, roles: ["reviewer", "learner"], title: "Your ties", page: () => import("./ties-page.tsx") },
];
