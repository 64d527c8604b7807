import { Link, useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { invitedWords } from "../content/auth/onboarding.tsx";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { useVisitor } from "../session/session.tsx";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { LightButton } from "../ui/look/light.tsx";
import { credentialOf, type Invitation, invitedBy, Purpose } from "./invitation.tsx";
import { join, sameAddress } from "./join.ts";

/** Somebody who has an account joins with it: at once when signed in with the invited address, else after signing in. */
export function Joining({ token, email, invitation }: { token: string; email: string; invitation: Invitation }) {
  const organization = organizationNameShown(invitation.organization_name);
  const go = useNavigate();
  const visitor = useVisitor();
  const signedIn = visitor !== undefined && sameAddress(visitor.user.email, email);
  const joining = useSubmit<void, void>({
    send: () => join({ email, token }),
    onDone: () => go(credentialOf(invitation) ?? paths.home, { replace: true }),
    explain: unforeseen,
  });
  return (
    <section className="light-card">
      <h1>Join {organization}</h1>
      <p className="light-lead">
        {invitedWords(invitedBy(invitation))} You already have an account with {email}. Use it to join.
      </p>
      <Purpose of={invitation} />
      <p className="light-actions">
        {signedIn ? (
          <LightButton primary busy={joining.pending} onClick={() => void joining.submit()}>
            Join {organization}
          </LightButton>
        ) : (
          <Link
            className="light-button light-primary"
            to={paths.loginToJoin({ email, invitation: token, next: credentialOf(invitation) })}
          >
            Sign in to join
          </Link>
        )}
      </p>
    </section>
  );
}
