import type { validateSignup } from "../../shared/auth/calls.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { Answer } from "../api/client.ts";
import type { Invited } from "../content/auth/onboarding.tsx";
import { organizationNameShown } from "../content/organization/organization-name.ts";

/** What is known of an invitation from its link. */
export type Invitation = Answer<typeof validateSignup>;

/** Where an invitation to a credential leads once it is accepted. */
export const credentialOf = (invitation: Invitation | undefined): string | undefined =>
  invitation?.credential && paths.credentialDetails(invitation.organization_id, invitation.credential.cred_id);

/** What an invitation says besides who invites as what: the credential to earn, and the employer that joining declares. */
export function Purpose({ of: { credential, employer, organization_name } }: { readonly of: Invitation }) {
  return (
    <>
      {credential ? <p className="light-hint">You’re invited to earn “{credential.title}”.</p> : null}
      {employer ? (
        <p className="light-hint">
          {organizationNameShown(organization_name)} told us that you work at {employer}. When you join, we add it to
          your ties, so that you and people from there don’t review each other. You can change it there.
        </p>
      ) : null}
    </>
  );
}

/** What the head of onboarding says of an invitation. */
export const invitedBy = ({
  organization_name: organization,
  logo,
  role,
  role_name,
  invited_by,
}: Invitation): Invited => ({
  organization,
  logo,
  role,
  role_name,
  inviter: invited_by,
});
