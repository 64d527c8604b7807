import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { paths } from "../app/paths.ts";
import { LightButton, LightDialog, LightField } from "../ui/light.tsx";
import { wordsFor } from "../ui/words.ts";
import { isEmail } from "./email.ts";

const messageOf = (error: unknown) => {
  if (error instanceof ApiError && error.status === 0) return "NETWORK ERROR";
  if (error instanceof ApiError && error.status === 400) return "Sorry we don't recognise this email address";
  return wordsFor(error);
};

/** Asks for a reset link by mail. */
export function Page() {
  const [email, setEmail] = useState("");
  const [invalid, setInvalid] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!isEmail(email)) return setInvalid(true);
    setBusy(true);
    setFault(undefined);
    try {
      await api.auth.requestPasswordReset({
        email: email.trim(),
        reset_url: `${location.origin}/resetpassword/${encodeURIComponent(email.trim().toLowerCase())}`,
      });
      setSent(true);
    } catch (error) {
      setFault(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <section className="light-card">
      <h1>Forgot password</h1>
      <p className="light-lead">Tell us your email and we send you a link to set a new one.</p>
      <form className="light-form" noValidate onSubmit={submit}>
        {fault ? (
          <p className="light-alert" role="alert">
            {fault}
          </p>
        ) : null}
        <LightField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          error={invalid ? "Please enter valid Email" : undefined}
          onChange={(event) => {
            setEmail(event.target.value);
            setInvalid(false);
            setFault(undefined);
          }}
        />
        <LightButton type="submit" primary busy={busy}>
          Reset Password
        </LightButton>
        <Link to={paths.signIn}>Back to sign in</Link>
      </form>
      {sent ? (
        <LightDialog
          title="Reset Email Sent"
          text="An email with a link to reset your password will arrive within a few minutes. The link works for ten minutes."
        >
          <Link className="light-button light-primary" to={paths.signIn}>
            Go Back to Login
          </Link>
        </LightDialog>
      ) : null}
    </section>
  );
}
