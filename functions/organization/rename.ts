import { rename } from "../../shared/organization/calls.ts";
import { implement } from "../runtime/implement.ts";
import { changeOrganization } from "./organization.ts";
import { organizationOf } from "./record.ts";
import { organizationOfActor } from "./store.ts";

export const handler = implement(rename, async ({ orgName: name }, { actor, commit }) => {
  const before = organizationOfActor(actor);
  const { steps, after } = await changeOrganization(
    before,
    { name },
    { actor_id: actor.user_id, where: { version: before.version }, nameField: "orgName" },
  );
  return commit(steps, { data: organizationOf(after) });
});
