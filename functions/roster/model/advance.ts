import { StoredFile } from "../../../shared/file/file.ts";
import { importRows } from "../../../shared/roster/rules.ts";
import { readUpload } from "../../clients/files.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { rosterKeys } from "../../data/keys/roster.ts";
import type { Step } from "../../data/steps.ts";
import { get, transact } from "../../data/table.ts";
import { amend, transition } from "../../data/transition.ts";
import { OrganizationRecord } from "../../organization/model/record.ts";
import { clock } from "../../runtime/clock.ts";
import { optionalEnvironment } from "../../runtime/environment.ts";
import { checkRows, firstLines, keepRows } from "./check.ts";
import { credentialsByName } from "./credentials.ts";
import { importEntity, inAMinute } from "./import-entity.ts";
import { readFile } from "./read-file.ts";
import { ImportRecord, readRows, recount } from "./record.ts";
import { hindrance, sendRow, undoRow } from "./send.ts";

/** Longest that one run works; its function may run longer. */
const RUN_MS = 200_000;

/** Invitations of one import that are sent in a minute, by the stage's setting: whole steps, at least one. */
function stepsPerMinute(): number {
  const perMinute = Number(optionalEnvironment("INVITATIONS_PER_MINUTE") ?? 300);
  return Math.max(1, Math.floor(perMinute / importRows.perStep));
}

/**
 * Takes an import on from the row that it has come to, 25 rows a step. Each row is written with what it has come to in one
 * transaction, so a run that dies is gone on with by the next. Of two at once one stops: `state.changed`.
 */
export async function advance(import_id: string): Promise<void> {
  let record = await get(ImportRecord, rosterKeys.import(import_id));
  if (record?.status === "checking") return check(record);
  if (record?.status === "undoing") return undo(record);
  if (record?.status !== "sending" || record.next_on > clock.iso()) return;
  for (let step = stepsPerMinute(); step > 0 && record.status === "sending"; step--)
    record = await send(record, step === 1);
}

async function check(from: ImportRecord): Promise<void> {
  const upload = await get(StoredFile, fileKeys.file(from.file_key));
  const file = readFile(await readUpload(upload!));
  const { organization_id } = from;
  const [organization, credentials] = await Promise.all([
    get(OrganizationRecord, organizationKeys.organization(organization_id)),
    file.places.credential === undefined ? undefined : credentialsByName(organization_id),
  ]);
  const grounds = { organization: organization!, lines: firstLines(file), credentials };
  const until = clock.now() + RUN_MS;
  let record = from;
  while (record.status === "checking" && clock.now() < until) {
    const rows = await checkRows(file, record, grounds);
    const counts = recount(
      record.counts,
      rows.map(({ result }) => ({ to: result })),
    );
    record = await move(record, "check", { counts }, { rowSteps: keepRows(record.import_id, rows) });
  }
}

async function send(record: ImportRecord, isLast: boolean): Promise<ImportRecord> {
  const hindered = await hindrance(record);
  const changes = [];
  for (const row of await nextRows(record)) {
    const to = await sendRow(record, row, hindered);
    if (row.checked === "ready") changes.push({ from: row.checked, to });
  }
  const counts = recount(record.counts, changes);
  const { confirmed_by: user_id = "" } = record;
  return move(record, "finish", { counts, ...(isLast && { next_on: inAMinute() }) }, { details: { user_id } });
}

async function undo(from: ImportRecord): Promise<void> {
  const until = clock.now() + RUN_MS;
  let record = from;
  while (record.status === "undoing" && clock.now() < until) {
    const { rows_sent = 0 } = record;
    const changes = [];
    for (const row of await nextRows(record)) {
      const to = await undoRow(record, row);
      // a step that died had sent rows that were not counted yet
      if (row.invite_id) changes.push({ from: row.position < rows_sent ? ("invited" as const) : row.checked, to });
    }
    record = await move(record, "endUndo", { counts: recount(record.counts, changes) });
  }
}

const nextRows = ({ import_id, rows_done, rows_total }: ImportRecord) =>
  readRows(import_id, rows_done, Math.min(rows_total, rows_done + importRows.perStep));

/** Keeps that the next 25 rows are done, and after the last what follows. */
async function move(
  before: ImportRecord,
  ending: "check" | "finish" | "endUndo",
  set: Pick<ImportRecord, "counts"> & Partial<Pick<ImportRecord, "next_on">>,
  {
    rowSteps = [],
    details,
  }: { readonly rowSteps?: readonly Step[]; readonly details?: { readonly user_id: string } } = {},
): Promise<ImportRecord> {
  const { rows_total, rows_done } = before;
  const progress = { ...set, rows_done: Math.min(rows_total, rows_done + importRows.perStep) };
  const { steps, after } =
    progress.rows_done < rows_total
      ? amend(importEntity, { before, set: progress })
      : transition(importEntity, ending, { before, set: progress, actor_id: "system", details: details! });
  await transact([...rowSteps, ...steps]);
  return after;
}
