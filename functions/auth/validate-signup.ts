import { validateSignup } from "../../shared/auth/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { findInvitation } from "../organization/open-invitation.ts";
import { implement } from "../runtime/implement.ts";

export const handler = implement(validateSignup, async ({ email, token }) => {
  const open = await findInvitation(email, token);
  if (open === undefined) throw new Problem("invitation.invalid-token");
  const { invitation, organization, account } = open;
  return {
    data: {
      email,
      role: invitation.role,
      organization_id: organization.organization_id,
      organization_name: organization.name,
      logo: organization.logo,
      has_account: account?.status === "active",
    },
  };
});
