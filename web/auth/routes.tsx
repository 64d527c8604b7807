import type { PageRoute } from "../app/page.ts";

const signIn = () => import("./sign-in-page.tsx");

/** Sign-in, sign-up and passwords. */
export const routes: readonly PageRoute[] = [
  { path: "/login", roles: "public", title: "Sign in", page: signIn },
  { path: "/login/:orgname", roles: "public", title: "Sign in", page: signIn },
  { path: "/signin", roles: "public", title: "Sign in", page: signIn },
  { path: "/signup", roles: "public", title: "Sign up", page: () => import("./sign-up-page.tsx") },
  {
    path: "/requestsignup",
    roles: "public",
    title: "Request sign-up",
    page: () => import("./request-sign-up-page.tsx"),
  },
  {
    path: "/forgotpassword",
    roles: "public",
    title: "Forgot password",
    page: () => import("./forgot-password-page.tsx"),
  },
  {
    path: "/resetpassword/:email",
    roles: "public",
    title: "Set new password",
    page: () => import("./reset-password-page.tsx"),
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
