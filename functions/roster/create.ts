import { create } from "../../shared/roster/calls.ts";
import { implement } from "../chain/implement.ts";
import { newId, now } from "../data/ids.ts";
import { consumeRate } from "../data/rate.ts";
import { transition } from "../data/transition.ts";
import { requireCleanFile } from "../file/model/clean.ts";
import { requireFoundClean } from "../file/model/hand-out.ts";
import { importEntity, inAMinute } from "./model/import-entity.ts";
import { importOf, noCounts } from "./model/record.ts";

export const handler = implement(create, async ({ key }, { actor, organization_id, commit }) => {
  const file = await requireCleanFile(key, actor.user_id, "imports");
  await requireFoundClean(file);
  const [{ readUpload }, { readFile }] = await Promise.all([
    import("../clients/files.ts"),
    import("./model/read-file.ts"),
  ]);
  const { headings, ignored, rows } = readFile(await readUpload(file));
  const { steps, after } = transition(importEntity, "ask", {
    set: {
      import_id: newId("imp"),
      organization_id,
      file_key: key,
      file_name: file.name,
      headings: [...headings],
      ignored: [...ignored],
      created_by: actor.user_id,
      rows_total: rows.length,
      rows_done: 0,
      counts: noCounts,
      next_on: inAMinute(),
      created_on: now(),
    },
    actor_id: actor.user_id,
  });
  return commit([...steps, consumeRate("importsPerOrganization", organization_id)], { data: importOf(after) });
});
