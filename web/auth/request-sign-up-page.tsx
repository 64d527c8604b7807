import { roleIds } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { wordsFor } from "../ui/words.ts";
import { EmailForm } from "./light-form.tsx";

/** A visitor asks for a sign-up link as a learner of the organization they came through. */
export function Page() {
  const query = new URLSearchParams(location.search);
  const organization_id = query.get("orgid") ?? "";
  const organization_name = query.get("orgname") ?? "";
  if (organization_id === "" && organization_name === "") {
    return (
      <section className="light-card message-page">
        <h1>Get a sign-up link from your organization</h1>
        <p>
          You sign up through your organization’s sign-in page. Ask your organization for the link or an invitation.
        </p>
        <p className="light-actions">
          <a className="light-button light-primary" href={paths.signIn}>
            Go Back to Login
          </a>
        </p>
      </section>
    );
  }
  const invite = (email: string) =>
    write(api.auth.inviteSelf, {
      invitations: [
        {
          email,
          ...(organization_id ? { organization_id } : {}),
          ...(organization_name ? { organization_name } : {}),
          role: roleIds.learner,
          base_url: location.origin + paths.signUp,
        },
      ],
    });
  return (
    <section className="light-card">
      <h1>Sign up</h1>
      <p className="light-lead">
        {organization_name
          ? `Enter your email. If ${organization_name} takes sign-ups, we’ll email you a link.`
          : "Enter your email. We’ll email you a link."}
      </p>
      <EmailForm
        button="Email me a link"
        autoComplete="email"
        send={invite}
        explain={wordsFor}
        sent={{
          title: "Sign Up Email Sent",
          text: "We sent you an email with a sign-up link. It should arrive within a few minutes. The link expires in 7 days.",
        }}
      />
    </section>
  );
}
