import { Problem } from "../../shared/http/problems.ts";
import { remove } from "../../shared/organization/calls.ts";
import { audit } from "../data/audit.ts";
import { dueNow } from "../data/deadlines.ts";
import { keys, views } from "../data/keys.ts";
import { relist, requireEmpty } from "../data/list.ts";
import { change } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { sortOf } from "../user/membership.ts";
import { readOrganization } from "./store.ts";

/**
 * Begins to delete an archived organization with no work under way, no payment open and no pay owed, all true at this
 * moment. From now on nobody reaches it; the clock does the rest (background/delete-organizations.ts).
 */
export const handler = implement(remove, async ({ organization_id }, { actor, commit }) => {
  const before = await readOrganization(organization_id);
  if (before.status === "deleting") return { data: {} };
  const notArchived = new Problem("organization.not-archived");
  if (before.status !== "archived") throw notArchived;
  const inUse = new Problem("organization.in-use");
  const key = keys.organization(organization_id);
  const set = { status: "deleting", deleted_by: actor.user_id };
  return commit(
    [
      change(key, { set }, { where: { status: "archived" }, otherwise: notArchived }),
      ...[views.underWay, views.openPayments, views.duePayouts].map((view) =>
        requireEmpty(view(organization_id), inUse),
      ),
      ...relist(key, sortOf(organization_id), [views.organizations("archived")], []),
      dueNow("organization-deletion", key),
      audit("organization.deletion-begun", {
        organization_id,
        actor_id: actor.user_id,
        subject_id: organization_id,
        from: "archived",
        to: "deleting",
      }),
    ],
    { data: {} },
  );
});
