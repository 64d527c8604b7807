import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as paths from "../../shared/platform/paths.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { currentSession, forgetSession } from "../session/session-store.ts";
import { LightTextField } from "../ui/forms/light-fields.tsx";
import { rules } from "../ui/forms/rules.ts";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { Done, LightForm } from "./light-form.tsx";
import { lastOfPath } from "./visitor.ts";

const lengthMin = 8;

const checks = rules<{ password: string; repeated: string }>(({ password, repeated }) => {
  if (password === "" || repeated === "") return { password: "Please enter valid Password" };
  if (password.length < lengthMin) return { password: "Password must be atleast 8 characters" };
  return password === repeated ? {} : { repeated: "Password field does not match" };
});

/** Sets a new password with the token that was mailed. */
export function Page() {
  const email = lastOfPath();
  const token = new URLSearchParams(location.search).get("t") ?? "";
  const [done, setDone] = useState(false);
  const { error: invalid } = useQuery({
    ...api.auth.validatePasswordReset.query({ email, token }),
    enabled: token !== "" && !done,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const dead = token === "" || (invalid instanceof ApiError && invalid.status === 400);

  const of = useCallForm({
    values: { password: "", repeated: "" },
    resolver: checks,
    send: ({ password }) => write(api.auth.resetPassword, { email, password, token }),
    onDone: () => {
      if (currentSession()?.user.email.toLowerCase() === email.toLowerCase()) forgetSession(); // ended; other tabs hear of it
      setDone(true);
    },
  });

  if (dead) {
    return (
      <section className="light-card message-page">
        <h1>This link has expired</h1>
        <p>Reset links expire after 10 minutes and work once. Request a new one.</p>
        <p className="light-actions">
          <a className="light-button light-primary" href={paths.forgotPassword}>
            Send a new link
          </a>
        </p>
      </section>
    );
  }
  if (done) {
    return (
      <section className="light-card message-page">
        <h1>Your new password has been set successfully</h1>
        <p className="light-actions">
          <a className="light-button" href={paths.signIn}>
            Back to sign in
          </a>
        </p>
        <Done
          title="New Password Set"
          text="Your password has been reset successfully. Please sign in to your account."
        />
      </section>
    );
  }
  return (
    <section className="light-card">
      <h1>Set new password</h1>
      <p className="light-lead">for {email}</p>
      <LightForm of={of} button="Set password">
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <LightTextField
          name="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <LightTextField name="repeated" label="Confirm password" type="password" autoComplete="new-password" />
      </LightForm>
    </section>
  );
}
