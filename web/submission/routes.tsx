import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../app/page.ts";

const earned = () => import("../certificate/earned-page.tsx");

/** The learner's work, what it earned and what they appeal, and the certificate page that anybody may open. */
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
  {
    path: paths.appeal(":id"),
    roles: ["learner"],
    title: "Appeal",
    page: () => import("../appeal/appeal-page.tsx"),
  },
  {
    path: paths.appeals,
    roles: ["admin"],
    title: "Appeals",
    page: () => import("../appeal/appeals-page.tsx"),
    light: true,
  },
  { path: paths.myCredentials, roles: ["learner"], title: "My credentials", page: earned },
  { path: paths.myCredentialsAsCustom, roles: ["custom"], title: "My credentials", page: earned },
  {
    path: paths.ownCertificate,
    roles: ["learner"],
    frame: "plain",
    title: "Your certificate",
    page: () => import("../certificate/own-certificate-page.tsx"),
    light: true,
  },
  {
    path: paths.certificate,
    roles: "public",
    title: "Certificate",
    page: () => import("../certificate/certificate-page.tsx"),
    light: true,
  },
];
