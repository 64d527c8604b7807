import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as paths from "../../shared/platform/paths.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { LightField } from "../ui/light.tsx";
import { wordsFor } from "../ui/words.ts";
import { Done, LightForm } from "./light-form.tsx";
import { lastOfPath } from "./visitor.ts";

const lengthMin = 8;

/** Sets a new password with the token that was mailed. */
export function Page() {
  const email = lastOfPath();
  const token = new URLSearchParams(location.search).get("t") ?? "";
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [faults, setFaults] = useState<{ password?: string; repeated?: string; all?: string }>({});
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);

  const { error: invalid } = useQuery({
    ...api.auth.validatePasswordReset.query({ email, token }),
    enabled: token !== "" && !done,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const dead = token === "" || (invalid instanceof ApiError && invalid.status === 400);

  const submit = async () => {
    if (password === "" || repeated === "") return setFaults({ password: "Please enter valid Password" });
    if (password.length < lengthMin) return setFaults({ password: "Password must be atleast 8 characters" });
    if (password !== repeated) return setFaults({ repeated: "Password field does not match" });
    setBusy(true);
    setFaults({});
    try {
      await write(api.auth.resetPassword, { email, password, token });
      setDone(true);
    } catch (error) {
      const { password: refused } = error instanceof ApiError ? error.fields : {};
      setFaults(refused ? { password: refused } : { all: wordsFor(error) });
    }
    setBusy(false);
  };

  if (dead) {
    return (
      <section className="light-card message-page">
        <h1>This link has expired</h1>
        <p>A reset link works for ten minutes and once only. Ask for a new one.</p>
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
      <LightForm fault={faults.all} button="Set password" busy={busy} onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <LightField
          label="New password"
          type="password"
          autoComplete="new-password"
          value={password}
          error={faults.password}
          hint="At least 8 characters."
          onChange={(event) => {
            setPassword(event.target.value);
            setFaults({});
          }}
        />
        <LightField
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          value={repeated}
          error={faults.repeated}
          onChange={(event) => {
            setRepeated(event.target.value);
            setFaults({});
          }}
        />
      </LightForm>
    </section>
  );
}
