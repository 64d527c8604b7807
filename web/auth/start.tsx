import { brand } from "../../shared/platform/brand.ts";
import { startDocument } from "../app/light-document.tsx";
import { Page as ForgotPassword } from "./forgot-password-page.tsx";
import { Page as RequestSignUp } from "./request-sign-up-page.tsx";
import { Page as ResetPassword } from "./reset-password-page.tsx";
import { Page as SignIn } from "./sign-in-page.tsx";

/** The pages of this document, by the first part of their path; shared/platform/portal-files.ts leads here. */
const pages = {
  signin: ["Sign in", SignIn],
  login: ["Sign in", SignIn],
  forgotpassword: ["Forgot password", ForgotPassword],
  requestsignup: ["Request sign-up", RequestSignUp],
  resetpassword: ["Set new password", ResetPassword],
} as const;

const [title, Page] = pages[location.pathname.split("/")[1] as keyof typeof pages] ?? pages.signin;
document.title = `${title} – ${brand.product}`;
startDocument(<Page />);
