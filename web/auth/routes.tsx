import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

/** Sign-in, sign-up and passwords. */
export const routes: readonly PageRoute[] = [
  { path: paths.login, roles: "public", title: "Sign in", document: true },
  { path: paths.brandedLogin(":orgname"), roles: "public", title: "Sign in", document: true },
  { path: paths.signIn, roles: "public", title: "Sign in", document: true },
  { path: paths.signUp, roles: "public", title: "Sign up", page: () => import("./sign-up-page.tsx"), light: true },
  {
    path: paths.requestSignUp,
    roles: "public",
    title: "Request sign-up",
    document: true,
  },
  {
    path: paths.forgotPassword,
    roles: "public",
    title: "Forgot password",
    document: true,
  },
  {
    path: paths.resetPassword(":email"),
    roles: "public",
    title: "Set new password",
    document: true,
  },
  {
    path: paths.singleSignOn,
    roles: "public",
    title: "Single sign-on",
    page: () => import("./single-sign-on-page.tsx"),
    light: true,
  },
  {
    path: paths.chooseOrganization,
    roles: "any",
    title: "Choose an organization",
    frame: "plain",
    page: () => import("./choose-organization-page.tsx"),
    light: true,
  },
];
