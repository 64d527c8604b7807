import { scheduled } from "../chain/scheduled.ts";
import { eraseObjects } from "../clients/erased-objects.ts";
import { type Deadline, drop } from "../data/deadlines.ts";
import { fileKeys } from "../data/keys/file.ts";
import { platformKeys } from "../data/keys/platform.ts";
import { rosterKeys, rosterViews } from "../data/keys/roster.ts";
import { remove } from "../data/steps.ts";
import { get, queryAll, transact } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { advance } from "./model/advance.ts";
import { deadlinesOf, importEntity } from "./model/import-entity.ts";
import { ImportRecord } from "./model/record.ts";

/** Goes on with imports whose next rows are due, and takes away those that have lain for long, with their file. */
export const handler = scheduled({ "import-step": step, "import-removal": forget });

async function step(deadline: Deadline): Promise<void> {
  const record = await readDue(deadline);
  return record ? advance(record.import_id) : drop(deadline);
}

/** Rows first, so that a run that dies finds the import again. */
async function forget(deadline: Deadline): Promise<void> {
  const record = await readDue(deadline);
  if (!record) return drop(deadline);
  const { import_id, file_key } = record;
  await eraseObjects("files", file_key);
  const [rows, faults] = await Promise.all([
    queryAll(rosterKeys.importRows(import_id)),
    queryAll({ pk: rosterViews.importFaults(import_id) }),
  ]);
  const gone = [...rows, ...faults, platformKeys.total(rosterViews.importFaults(import_id)), fileKeys.file(file_key)];
  for (let at = 0; at < gone.length; at += 100)
    await transact(gone.slice(at, at + 100).map(({ pk, sk }) => remove({ pk, sk })));
  await transact(transition(importEntity, "forget", { before: record, actor_id: "system" }).steps);
}

async function readDue(deadline: Deadline): Promise<ImportRecord | undefined> {
  const record = await get(ImportRecord, deadline.reference);
  return record && deadlinesOf(record)[deadline.kind] === deadline.at ? record : undefined;
}
