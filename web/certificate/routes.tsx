import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const earned = () => import("./earned-page.tsx");

/** Certificates: a learner's own, what an organization issued, and the page that anybody may open. */
export const routes: readonly PageRoute[] = [
  { path: paths.certificates, roles: ["admin"], title: "Certificates", page: () => import("./awards-page.tsx") },
  { path: paths.myCredentials, roles: ["learner"], title: "My credentials", page: earned },
  { path: paths.myCredentialsAsCustom, roles: ["custom"], title: "My credentials", page: earned },
  {
    path: paths.ownCertificate,
    roles: ["learner"],
    frame: "plain",
    title: "Your certificate",
    page: () => import("./own-certificate-page.tsx"),
    light: true,
  },
  {
    path: paths.certificate,
    roles: "public",
    title: "Certificate",
    page: () => import("./certificate-page.tsx"),
    light: true,
  },
];
