import { remove } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { beginDeletion } from "./model/deletion.ts";
import { readOrganization } from "./model/store.ts";

/** Begins to delete an archived organization: what that demands is said where its steps are made. */
export const handler = implement(remove, async ({ organization_id }, { actor, commit }) => {
  const before = await readOrganization(organization_id);
  if (before.status === "deleting") return { data: {} };
  return commit(await beginDeletion(before, actor.user_id), { data: {} });
});
