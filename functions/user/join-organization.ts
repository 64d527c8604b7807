import { Problem } from "../../shared/http/problem.ts";
import { joinOrganization } from "../../shared/user/calls.ts";
import { acceptSteps, findInvitation } from "../auth/model/open-invitation.ts";
import { implement } from "../chain/implement.ts";
import { amend } from "../data/transition.ts";
import { flagOf } from "./model/membership.ts";
import { ownOrganization, readOwnOrganizations } from "./model/person.ts";
import { userEntity } from "./model/user-entity.ts";

/** The token alone joins nobody: it must be for the address of the person who is signed in. */
export const handler = implement(joinOrganization, async ({ token }, { actor, commit }) => {
  if (actor.user.superadmin) throw new Problem("access.denied");
  const open = await findInvitation(actor.email, token);
  if (open?.account?.user_id !== actor.user_id) throw new Problem("invitation.invalid-token");
  const { invitation, organization, account } = open;
  const { organization_id } = organization;
  if (account.organization_ids.includes(organization_id)) throw new Problem("invitation.already-member");
  const present = await readOwnOrganizations(account);
  const own = ownOrganization(invitation, organization);
  const { steps } = amend(userEntity, {
    before: account,
    set: { organization_ids: [...account.organization_ids, organization_id], ...flagOf(invitation.role) },
    where: { version: account.version, status: "active" },
  });
  return commit([...steps, ...(await acceptSteps(open, account))], {
    data: { organizations: [...present, ...(own ? [own] : [])], selected_org: { organization_id } },
  });
});
