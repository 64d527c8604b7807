import { isDeepStrictEqual } from "node:util";
import { Problem } from "../../shared/http/problem.ts";
import { requireFactor } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { amend } from "../data/transition.ts";
import { organizationEntity } from "./model/organization-entity.ts";
import { organizationOf } from "./model/record.ts";
import { organizationOfActor } from "./model/store.ts";

/** Whoever requires it of their own role has it, so that nobody shuts themselves out. A repeat is answered as done. */
export const handler = implement(requireFactor, async (input, { actor, commit }) => {
  const before = organizationOfActor(actor);
  const factor_roles = [...new Set(input.factor_roles)].sort((one, other) => one - other);
  if (isDeepStrictEqual(factor_roles, before.factor_roles ?? [])) return { data: organizationOf(before) };
  const isOwn = actor.membership !== undefined && factor_roles.includes(actor.membership.role);
  if (isOwn && actor.user.factor_since === undefined) throw new Problem("auth.factor-required");
  const { steps, after } = amend(organizationEntity, {
    before,
    set: { factor_roles },
    where: { version: input.version },
    events: [{ type: "organization.factor-required", actor_id: actor.user_id, roles: factor_roles.join(" ") }],
  });
  return commit(steps, { data: organizationOf(after) });
});
