import { rename } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { changeOrganization } from "./model/organization.ts";
import { organizationOf } from "./model/record.ts";
import { organizationOfActor } from "./model/store.ts";

export const handler = implement(rename, async ({ orgName: name }, { actor, commit }) => {
  const before = organizationOfActor(actor);
  const { steps, after } = await changeOrganization(
    before,
    { name },
    { actor_id: actor.user_id, where: { version: before.version }, nameField: "orgName" },
  );
  return commit(steps, { data: organizationOf(after) });
});
