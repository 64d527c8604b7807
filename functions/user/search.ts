import { search } from "../../shared/user/calls.ts";
import { organizationNeeded } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { organizationIndexes } from "../data/keys/organization.ts";
import { findPage } from "../data/search.ts";
import { MembershipRecord } from "./model/record.ts";

const SHOWN = 20;

export const handler = implement(search, async ({ q }, { organization_id }) => {
  if (organization_id === "") throw organizationNeeded();
  const where = { status: "active" };
  const { items, total } = await findPage({
    space: organizationIndexes.users(organization_id),
    text: q,
    where,
    limit: SHOWN,
  });
  return { data: { users: items.map((item) => MembershipRecord.parse(item)), total } };
});
