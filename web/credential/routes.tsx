import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";
import { browseQueries } from "./browse-queries.ts";

const list = () => import("./list-page.tsx");
const detail = () => import("./detail/detail-page.tsx");
const wizard = () => import("./wizard/wizard-page.tsx");
const authors = ["issuer", "publisher", "custom"] as const;

/** Credentials: browsed, listed, read, written. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.home,
    roles: ["learner"],
    title: "Browse credentials",
    page: () => import("./browse-page.tsx"),
    light: true,
    ask: ({ api, session: { organization_id } }) => {
      const { lists, open } = browseQueries(api, organization_id, {});
      return [...lists, open];
    },
  },
  { path: paths.home, roles: authors, title: "Credentials", page: () => import("./author-home-page.tsx"), light: true },
  {
    path: paths.credentials,
    roles: ["admin", ...authors],
    title: "Credentials",
    page: list,
    light: true,
    ask: ({ api, session: { organization_id: org_id, can }, rowsOf }) =>
      can(api.credential.list) ? [api.credential.list.query({ ...rowsOf("credentials"), org_id, status: "all" })] : [],
  },
  { path: paths.createCredential, roles: ["admin", ...authors], redirect: paths.createCredentialStep(0) },
  { path: paths.createCredentialStep(":step"), roles: ["admin", ...authors], title: "New credential", page: wizard },
  {
    path: paths.editCredential(":org_id", ":credential_id"),
    roles: ["admin", ...authors],
    redirect: paths.editCredentialStep(":org_id", ":credential_id", 0),
  },
  {
    path: paths.editCredentialStep(":org_id", ":credential_id", ":step"),
    roles: ["admin", ...authors],
    title: "Edit credential",
    page: wizard,
    ask: ({ api, session: { can }, params: { org_id: organization_id = "", credential_id = "" } }) =>
      [api.credential.read, ...(can(api.credential.readUnfinished) ? [api.credential.readUnfinished] : [])].map(
        (each) => each.query({ organization_id, credential_id }),
      ),
  },
  {
    path: paths.credentialDetails(":org_id", ":id"),
    roles: ["admin", ...authors, "reviewer"],
    title: "Credential",
    page: detail,
  },
  {
    path: paths.credentialDetails(":org_id", ":id"),
    roles: ["learner"],
    title: "Credential",
    page: () => import("./learner-detail-page.tsx"),
    light: true,
    ask: ({ api, session: { organization_id }, params: { id: credential_id = "" } }) => [
      api.credential.read.query({ organization_id, credential_id }),
    ],
  },
  {
    path: paths.assignedCredential(":org_id", ":id"),
    roles: ["reviewer"],
    title: "Credential",
    page: detail,
  },
  {
    path: paths.reviewDetails(":id"),
    roles: ["admin"],
    title: "Review details",
    page: () => import("./review-details-page.tsx"),
  },
  {
    path: paths.credentialReviewers(":id"),
    roles: ["admin", ...authors],
    title: "Reviewers of a credential",
    page: () => import("./reviewers-page.tsx"),
  },
  {
    path: paths.credentialApplicants(":id"),
    roles: ["admin"],
    title: "Applicants",
    page: () => import("./applicants-page.tsx"),
  },
];
