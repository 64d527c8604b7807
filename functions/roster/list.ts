import { list } from "../../shared/roster/calls.ts";
import { implement } from "../chain/implement.ts";
import { rosterViews } from "../data/keys/roster.ts";
import { listPage } from "../data/list.ts";
import { ImportRecord, importOf } from "./model/record.ts";

export const handler = implement(list, async ({ offset, limit, cursor }, { organization_id }) => {
  const { items, ...page } = await listPage({ view: rosterViews.imports(organization_id), offset, limit, cursor });
  return { data: { ...page, imports: items.map((item) => importOf(ImportRecord.parse(item))) } };
});
