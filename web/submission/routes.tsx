import type { PageRoute } from "../app/page.ts";

const earned = () => import("./earned-page.tsx");

/** The learner's work and what it earned, and the certificate page that anybody may open. */
export const routes: readonly PageRoute[] = [
  {
    path: "/credential/:id/submit",
    roles: ["learner"],
    title: "Submit your work",
    page: () => import("./submit-page.tsx"),
  },
  { path: "/mySubmissions", roles: ["learner"], title: "My submissions", page: () => import("./submissions-page.tsx") },
  {
    path: "/mySubmissions/:id/details",
    roles: ["learner"],
    title: "Submission",
    page: () => import("./details-page.tsx"),
  },
  { path: "/myCredentials", roles: ["learner"], title: "My credentials", page: earned },
  { path: "/mycredentials", roles: ["custom"], title: "My credentials", page: earned },
  {
    path: "/certificate",
    roles: ["learner"],
    frame: "plain",
    title: "Your certificate",
    page: () => import("./own-certificate-page.tsx"),
  },
  { path: "/Certificate", roles: "public", title: "Certificate", page: () => import("./certificate-page.tsx") },
];
