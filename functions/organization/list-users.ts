import { listUsers } from "../../shared/organization/calls.ts";
import { searchIndexes, views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { findPage } from "../data/search.ts";
import { implement } from "../runtime/implement.ts";
import { userRow } from "./rows.ts";
import { organizationOfActor } from "./store.ts";

export const handler = implement(listUsers, async ({ q, role, status: tab, offset, limit, cursor }, { actor }) => {
  const organization = organizationOfActor(actor);
  const { organization_id } = organization;
  const status = tab === "all" ? undefined : tab;
  const page = q
    ? await findPage({ space: searchIndexes.users(organization_id), text: q, where: { role, status }, offset, limit })
    : await listPage({ view: views.organizationUsers(organization_id, { role, status }), offset, limit, cursor });
  return { data: { ...page, users: page.items.map((item) => userRow(item, actor, organization)) } };
});
