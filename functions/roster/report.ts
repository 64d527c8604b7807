import { report } from "../../shared/roster/calls.ts";
import { implement } from "../chain/implement.ts";
import { rosterKeys } from "../data/keys/roster.ts";
import { consumeRate } from "../data/rate.ts";
import { queryAll, transact } from "../data/table.ts";
import { ImportRow, readImport } from "./model/record.ts";
import { reportOf } from "./model/report.ts";

export const handler = implement(report, async ({ import_id }, { actor, organization_id }) => {
  const record = await readImport(import_id, actor);
  await transact([consumeRate("sheetsPerOrganization", organization_id)]);
  const rows = (await queryAll(rosterKeys.importRows(import_id))).map((item) => ImportRow.parse(item));
  return {
    status: 200,
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="import-${record.created_on.slice(0, 10)}.csv"`,
    },
    body: reportOf(record, rows),
  };
});
