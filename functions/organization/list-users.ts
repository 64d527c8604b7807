import { listUsers } from "../../shared/organization/calls.ts";
import { views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";
import { userRow } from "./rows.ts";
import { organizationOfActor } from "./store.ts";

export const handler = implement(listUsers, async ({ role, status, offset, limit, cursor }, { actor }) => {
  const organization = organizationOfActor(actor);
  const view = views.organizationUsers(organization.organization_id, {
    role,
    ...(status !== "all" && { status }),
  });
  const page = await listPage({ view, offset, limit, cursor });
  return { data: { ...page, users: page.items.map((item) => userRow(item, actor, organization)) } };
});
