import { list } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationIndexes, organizationViews } from "../data/keys/organization.ts";
import { listPage } from "../data/list.ts";
import { findPage } from "../data/search.ts";
import { organizationRow } from "../user/model/member-rows.ts";

export const handler = implement(list, async ({ isArchive, search, offset, limit, cursor }) => {
  const status = isArchive === "true" ? "archived" : "active";
  const page = search
    ? await findPage({
        space: organizationIndexes.organizations(),
        text: search,
        where: { archived: status === "archived" },
        offset,
        limit,
      })
    : await listPage({ view: organizationViews.organizations(status), offset, limit, cursor });
  return { data: { ...page, organizations: page.items.map(organizationRow) } };
});
