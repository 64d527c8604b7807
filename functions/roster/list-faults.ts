import { listFaults } from "../../shared/roster/calls.ts";
import { implement } from "../chain/implement.ts";
import { rosterViews } from "../data/keys/roster.ts";
import { listPage } from "../data/list.ts";
import { faultyRowOf, ImportRow, readImport } from "./model/record.ts";

export const handler = implement(listFaults, async ({ import_id, offset, limit, cursor }, { actor }) => {
  await readImport(import_id, actor);
  const { items, ...page } = await listPage({
    view: rosterViews.importFaults(import_id),
    offset,
    limit,
    cursor,
    ascending: true,
  });
  return { data: { ...page, rows: items.map((item) => faultyRowOf(ImportRow.parse(item))) } };
});
