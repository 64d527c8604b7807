import { search } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationIndexes } from "../data/keys/organization.ts";
import { findPage } from "../data/search.ts";
import { organizationRow } from "../user/model/member-rows.ts";

const SHOWN = 20;

export const handler = implement(search, async ({ query, isArchive }) => {
  const where = { archived: isArchive === "true" };
  const { items, total } = await findPage({
    space: organizationIndexes.organizations(),
    text: query,
    where,
    limit: SHOWN,
  });
  return { data: { organizations: items.map(organizationRow), total } };
});
