import * as paths from "../../shared/platform/paths.ts";
import type { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { wordsFor } from "../ui/words.ts";
import { EmailForm } from "./light-form.tsx";

const explain = (error: ApiError) => {
  if (error.status === 0) return "NETWORK ERROR";
  if (error.status === 400) return "Sorry we don't recognise this email address";
  return wordsFor(error);
};

/** Asks for a reset link by mail. */
export function Page() {
  return (
    <section className="light-card">
      <h1>Forgot password</h1>
      <p className="light-lead">Enter your email and we’ll send you a link to reset your password.</p>
      <EmailForm
        button="Reset Password"
        autoComplete="username"
        send={(email) => {
          const reset_url = location.origin + paths.resetPassword(encodeURIComponent(email.toLowerCase()));
          return write(api.auth.requestPasswordReset, { email, reset_url });
        }}
        explain={explain}
        sent={{
          title: "Reset Email Sent",
          text: "We sent you an email with a link to reset your password. It should arrive within a few minutes. The link expires in 10 minutes.",
        }}
      />
    </section>
  );
}
