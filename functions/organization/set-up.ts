import { Problem } from "../../shared/http/problem.ts";
import { setUp } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { changeOrganization } from "./model/organization.ts";
import { organizationOf } from "./model/record.ts";
import { changesOf } from "./model/save.ts";
import { organizationOfActor } from "./model/store.ts";

export const handler = implement(setUp, async (fields, { actor, commit }) => {
  const before = organizationOfActor(actor);
  const otherwise = new Problem("organization.already-set-up");
  if (before.is_set_up) throw otherwise;
  const { steps, after } = await changeOrganization(before, await changesOf(fields, before), {
    actor_id: actor.user_id,
    where: { is_set_up: false },
    otherwise,
  });
  return commit(steps, { data: organizationOf(after) });
});
