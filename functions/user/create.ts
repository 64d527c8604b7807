import { Problem } from "../../shared/http/problem.ts";
import { roleIds } from "../../shared/permissions.ts";
import { create } from "../../shared/user/calls.ts";
import { organizationNeeded } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { newId, now } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { consumeRate } from "../data/rate.ts";
import { create as createItem } from "../data/steps.ts";
import { createUser } from "./model/account.ts";
import { flagOf, join } from "./model/membership.ts";
import type { UserRecord } from "./model/record.ts";
import { profileOf } from "./model/store.ts";

/**
 * The person is a member at once, without a password: the mail leads to choosing one, which makes the pool's account.
 * Somebody who has an account is invited instead, and an address that was invited already has its invitation.
 */
export const handler = implement(create, async (input, { actor, organization_id, commit }) => {
  if (organization_id === "") throw organizationNeeded();
  const { is_issuer, is_reviewer, is_learner, email, first_name, last_name, phone } = input;
  const role = roleOf({ is_issuer, is_reviewer, is_learner });
  const person: UserRecord = {
    user_id: newId("usr"),
    email,
    first_name,
    last_name,
    phone: phone || undefined,
    status: "active",
    superadmin: false,
    is_issuer,
    is_reviewer,
    is_learner,
    ...flagOf(role),
    organization_ids: [organization_id],
    tokens_valid_after: 0,
    created_on: now(),
    version: 1,
  };
  const { user_id } = person;
  const { user_id: actor_id } = actor;
  const address = createItem(
    organizationKeys.addressIn(organization_id, email),
    { user_id },
    { otherwise: new Problem("invitation.refused", { fields: { email: "This user has already been invited." } }) },
  );
  const joining = join(person, { organization_id, role }, { actor_id, address });
  return commit(
    [
      ...createUser(person, {
        actor_id,
        organization_id,
        otherwise: new Problem("auth.email-in-use", { field: "email" }),
      }).steps,
      ...joining.steps,
      consumeRate("invitationsPerOrganization", organization_id),
      consumeRate("invitationMailsPerRecipient", `${organization_id}#${email}`),
    ],
    { data: profileOf({ user: person, membership: joining.after }, { editable: true }) },
  );
});

function roleOf(flags: Pick<UserRecord, "is_issuer" | "is_reviewer" | "is_learner">): number {
  const names = ["issuer", "reviewer", "learner"] as const;
  const [name, ...others] = names.filter((each) => flags[`is_${each}`]);
  if (name !== undefined && others.length === 0) return roleIds[name];
  const message = "Choose one of issuer, reviewer and learner.";
  throw new Problem("input.invalid", {
    message,
    fields: Object.fromEntries(names.map((each) => [`is_${each}`, message])),
  });
}
