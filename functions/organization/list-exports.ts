import { listExports } from "../../shared/organization/report-calls.ts";
import { implement } from "../chain/implement.ts";
import { signExport } from "../clients/presigned.ts";
import { organizationViews } from "../data/keys/organization.ts";
import { listPage } from "../data/list.ts";
import { ExportRecord, exportOf } from "./model/exports.ts";

export const handler = implement(listExports, async ({ offset, limit, cursor }, { organization_id }) => {
  const { items, ...page } = await listPage({
    view: organizationViews.exports(organization_id),
    offset,
    limit,
    cursor,
  });
  const exports = await Promise.all(
    items.map(async (item) => {
      const record = ExportRecord.parse(item);
      const { status, object_key, file_name } = record;
      return exportOf(record, status === "done" ? await signExport(object_key, file_name) : undefined);
    }),
  );
  return { data: { ...page, exports } };
});
