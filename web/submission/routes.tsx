import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

/** The learner's work. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.submitWork(":id"),
    roles: ["learner"],
    title: "Submit your work",
    page: () => import("./submit-page.tsx"),
    light: true,
    ask: ({ api, session: { organization_id }, params: { id: credential_id = "" } }) => [
      api.submission.read.query({ organization_id, credential_id }),
    ],
  },
  {
    path: paths.mySubmissions,
    roles: ["learner"],
    title: "My submissions",
    page: () => import("./submissions-page.tsx"),
    light: true,
    ask: ({ api, session: { organization_id }, rowsOf }) => [
      api.submission.listOwn.query({ ...rowsOf("submissions"), organization_id, status: "all" }),
    ],
  },
  {
    path: paths.mySubmission(":id"),
    roles: ["learner"],
    title: "Submission",
    page: () => import("./details-page.tsx"),
  },
];
