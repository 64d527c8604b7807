import { validateSignup } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import { implement } from "../chain/implement.ts";
import { readInvitedTo } from "../user/model/invited-to.ts";
import { findInvitation } from "./model/open-invitation.ts";

export const handler = implement(validateSignup, async ({ email, token }) => {
  const open = await findInvitation(email, token);
  if (open === undefined) throw new Problem("invitation.invalid-token");
  const { invitation, organization, account, inviter } = open;
  const credential = await readInvitedTo(invitation);
  const custom = invitation.role_id === undefined ? undefined : organization.roles[invitation.role_id];
  return {
    data: {
      email,
      first_name: invitation.first_name,
      last_name: invitation.last_name,
      employer: invitation.employer,
      credential: credential && { cred_id: credential.cred_id, title: credential.title },
      role: invitation.role,
      role_name: custom?.name,
      organization_id: organization.organization_id,
      organization_name: organization.name,
      logo: organization.logo,
      invited_by: inviter && fullName(inviter),
      has_account: account?.status === "active",
    },
  };
});
