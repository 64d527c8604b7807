import type { PageRoute } from "../app/page.ts";

/** Sign-in, sign-up and passwords. */
export const routes: readonly PageRoute[] = [
  { path: "/login", roles: "public", title: "Sign in", document: true },
  { path: "/login/:orgname", roles: "public", title: "Sign in", document: true },
  { path: "/signin", roles: "public", title: "Sign in", document: true },
  { path: "/signup", roles: "public", title: "Sign up", page: () => import("./sign-up-page.tsx") },
  {
    path: "/requestsignup",
    roles: "public",
    title: "Request sign-up",
    document: true,
  },
  {
    path: "/forgotpassword",
    roles: "public",
    title: "Forgot password",
    document: true,
  },
  {
    path: "/resetpassword/:email",
    roles: "public",
    title: "Set new password",
    document: true,
  },
  {
    path: "/auth0loginCallback",
    roles: "public",
    title: "Single sign-on",
    page: () => import("./single-sign-on-page.tsx"),
  },
  {
    path: "/organizations/choose",
    roles: "any",
    title: "Choose an organization",
    frame: "plain",
    page: () => import("./choose-organization-page.tsx"),
  },
];
