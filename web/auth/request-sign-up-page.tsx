import { type FormEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { roleIds } from "../../shared/permissions.ts";
import { api } from "../api/client.ts";
import { paths } from "../app/paths.ts";
import { LightButton, LightDialog, LightField } from "../ui/light.tsx";
import { wordsFor } from "../ui/words.ts";
import { isEmail } from "./email.ts";

/** A visitor asks for a sign-up link as a learner of the organization he came through. */
export function Page() {
  const [query] = useSearchParams();
  const organization_id = query.get("orgid") ?? "";
  const organization_name = query.get("orgname") ?? "";
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
      await api.auth.inviteSelf({
        invitations: [
          {
            email: email.trim(),
            organization_id,
            organization_name,
            role: roleIds.learner,
            base_url: `${location.origin}/signup`,
          },
        ],
      });
      setSent(true);
    } catch (error) {
      setFault(wordsFor(error));
    }
    setBusy(false);
  };
  if (organization_id === "") {
    return (
      <section className="light-card message-page">
        <h1>Ask your organization for its link</h1>
        <p>
          Signing up starts from the sign-in page of an organization. Ask yours for the address, or for an invitation.
        </p>
        <p className="light-actions">
          <Link className="light-button light-primary" to={paths.signIn}>
            Go Back to Login
          </Link>
        </p>
      </section>
    );
  }
  return (
    <section className="light-card">
      <h1>Sign up</h1>
      <p className="light-lead">
        {organization_name ? `as a learner of ${organization_name}. ` : ""}We mail you a link that opens the sign-up
        form.
      </p>
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
          autoComplete="email"
          value={email}
          error={invalid ? "Please enter valid Email" : undefined}
          onChange={(event) => {
            setEmail(event.target.value);
            setInvalid(false);
            setFault(undefined);
          }}
        />
        <LightButton type="submit" primary busy={busy}>
          Send
        </LightButton>
        <Link to={paths.signIn}>Back to sign in</Link>
      </form>
      {sent ? (
        <LightDialog
          title="Sign Up Email Sent"
          text="An email with a link to sign up will arrive within a few minutes. The link works for seven days."
        >
          <Link className="light-button light-primary" to={paths.signIn}>
            Go Back to Login
          </Link>
        </LightDialog>
      ) : null}
    </section>
  );
}
