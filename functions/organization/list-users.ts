import { listUsers } from "../../shared/organization/calls.ts";
import type { OrganizationUser } from "../../shared/organization/organization.ts";
import { implement } from "../chain/implement.ts";
import { organizationIndexes, organizationKeys, organizationViews } from "../data/keys/organization.ts";
import { inOrder, listPage } from "../data/list.ts";
import { findPage } from "../data/search.ts";
import { batchGet } from "../data/table.ts";
import { userRow } from "../user/model/member-rows.ts";
import { organizationOfActor } from "./model/store.ts";

export const handler = implement(listUsers, async ({ q, role, status: tab, sort, ...asked }, { actor }) => {
  const organization = organizationOfActor(actor);
  const { organization_id } = organization;
  const status = tab === "all" ? undefined : tab;
  const page = q
    ? await findPage({
        space: organizationIndexes.users(organization_id),
        text: q,
        where: { role, status },
        ...asked,
        ...inOrder(sort),
      })
    : await listPage({
        view: organizationViews.organizationUsers(organization_id, { role, status }),
        ...asked,
        ...inOrder(sort),
      });
  const users = page.items.map((item) => userRow(item, actor, organization));
  return { data: { ...page, users: actor.role === "superadmin" ? await withAccounts(users) : users } };
});

/** The rows with the accounts that are disabled: they are a super administrator's to enable. */
async function withAccounts(rows: OrganizationUser[]): Promise<OrganizationUser[]> {
  const members = rows.flatMap(({ user_id }) => user_id ?? []);
  const accounts = await batchGet(members.map(organizationKeys.user));
  const disabled = members.filter((_, index) => accounts[index]?.status === "disabled");
  return rows.map((row) => (disabled.includes(row.user_id ?? "") ? { ...row, status: "disabled" } : row));
}
