import { Problem } from "../../shared/http/problems.ts";
import { remove } from "../../shared/organization/calls.ts";
import { audit } from "../data/audit.ts";
import { keys, views } from "../data/keys.ts";
import { readTotal, relist } from "../data/list.ts";
import { change, remove as removeItem } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { sortOf } from "../user/membership.ts";
import { readOrganization } from "./store.ts";

const unfinished = ["open", "accepted", "reviewing", "revisionNeeded"] as const;

/** Its name is free again. People, work and money stay in the books; nobody reaches them any more. */
export const handler = implement(remove, async ({ organization_id }, { actor, commit }) => {
  const before = await readOrganization(organization_id);
  const notArchived = new Problem("organization.not-archived");
  if (before.status !== "archived") throw notArchived;
  const jobs = await Promise.all(unfinished.map((status) => readTotal(views.jobs(organization_id, status))));
  if (jobs.some((count) => count > 0)) throw new Problem("organization.in-use");
  const key = keys.organization(organization_id);
  return commit(
    [
      change(key, { set: { status: "deleted" } }, { where: { status: "archived" }, otherwise: notArchived }),
      ...relist(key, sortOf(organization_id), [views.organizations("archived")], []),
      ...(before.name === "" ? [] : [removeItem(keys.organizationName(before.name))]),
      audit({
        type: "organization.deleted",
        organization_id,
        actor_id: actor.user_id,
        subject_id: organization_id,
        from: "archived",
        to: "deleted",
      }),
    ],
    { data: {} },
  );
});
