import { list } from "../../shared/organization/calls.ts";
import { views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";
import { organizationRow } from "./rows.ts";

export const handler = implement(list, async ({ isArchive, ...paging }) => {
  const view = views.organizations(isArchive === "true" ? "archived" : "active");
  const { items, total, cursor } = await listPage({ view, ...paging });
  return { data: { organizations: items.map(organizationRow), total, cursor } };
});
