import type { ReactNode } from "react";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import { Page as ForgotPassword } from "../auth/forgot-password-page.tsx";
import { Page as RequestSignUp } from "../auth/request-sign-up-page.tsx";
import { Page as ResetPassword } from "../auth/reset-password-page.tsx";
import { startDocument } from "./light-document.tsx";

/** The pages of this document, by the first part of their path; shared/platform/portal-files.ts leads here. */
const pages: Readonly<Record<string, readonly [title: string, page: () => ReactNode]>> = {
  [paths.requestSignUp]: ["Request sign-up", RequestSignUp],
  [paths.firstPart(paths.resetPassword(":email"))]: ["Set new password", ResetPassword],
};

const [title, Page] = pages[paths.firstPart(location.pathname)] ?? ["Forgot password", ForgotPassword];
document.title = `${title} – ${brand.product}`;
startDocument(<Page />);
