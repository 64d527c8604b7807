import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import {
  type FaultyRow,
  type Import,
  ImportStatus,
  RowCounts,
  RowFault,
  RowResult,
} from "../../../shared/roster/import.ts";
import { faultCharacters, ignoredHeadings } from "../../../shared/roster/rules.ts";
import type { Actor } from "../../chain/actor.ts";
import { rosterKeys } from "../../data/keys/roster.ts";
import { batchGet, get } from "../../data/table.ts";

/** An import as stored. */
export const ImportRecord = z.object({
  import_id: z.string(),
  organization_id: z.string(),
  /** Key of the upload. */
  file_key: z.string(),
  file_name: z.string(),
  headings: z.array(z.string()),
  ignored: z.array(z.string()),
  created_by: z.string(),
  /** In whose name the invitations are sent, and withdrawn. */
  confirmed_by: z.string().optional(),
  undone_by: z.string().optional(),
  /** How many rows had been sent when it was undone. */
  rows_sent: z.number().optional(),
  status: ImportStatus,
  rows_total: z.number(),
  /** How many rows were looked at in this state: the worker goes on there. */
  rows_done: z.number(),
  counts: RowCounts,
  /** When the clock looks at it, while there is work to do. */
  next_on: z.string(),
  send_on: z.string().optional(),
  created_on: z.string(),
  updated_on: z.string(),
  version: z.number(),
});
export type ImportRecord = z.infer<typeof ImportRecord>;

/** A row of an import as stored. */
export const ImportRow = z.object({
  position: z.number(),
  line: z.number(),
  cells: z.array(z.string()),
  email: z.string(),
  role: z.number().optional(),
  role_id: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  employer: z.string().optional(),
  /** Which credential they are invited to. */
  credential_id: z.string().optional(),
  /** What the check said, and what the row has come to since. */
  checked: RowResult,
  result: RowResult,
  faults: z.array(RowFault),
  /** The invitation that was sent. */
  invite_id: z.string().optional(),
  version: z.number(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** Counts of an import whose rows have come to nothing yet. */
export const noCounts = Object.fromEntries(RowResult.options.map((result) => [result, 0])) as RowCounts;

/** Counts after rows have come to something else. */
export function recount(
  counts: RowCounts,
  changes: readonly { readonly from?: RowResult; readonly to: RowResult }[],
): RowCounts {
  const after = { ...counts };
  for (const { from, to } of changes) {
    if (from) after[from] -= 1;
    after[to] += 1;
  }
  return after;
}

/** An import as it leaves. */
export const importOf = ({ ignored, ...record }: ImportRecord): Import => ({
  ...record,
  ignored: ignored.slice(0, ignoredHeadings.max).map((heading) => heading.slice(0, ignoredHeadings.characters)),
});

const breaking = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const beginning = (text: string, characters: number): string => text.replace(breaking, " ").slice(0, characters);

/** A row with faults as it leaves: of a cell of any length what it begins with. */
export const faultyRowOf = ({ line, email, faults }: ImportRow): FaultyRow => ({
  line,
  email: beginning(email, faultCharacters.email),
  faults: faults.map(({ column, message }) => ({ column, message: beginning(message, faultCharacters.message) })),
});

/** Reads an import of the caller's organization. */
export async function readImport(import_id: string, { organization_id }: Actor): Promise<ImportRecord> {
  const record = await get(ImportRecord, rosterKeys.import(import_id));
  if (record?.organization_id !== organization_id) throw new Problem("resource.not-found");
  return record;
}

/** Reads rows of an import by their places. */
export async function readRows(import_id: string, from: number, to: number): Promise<ImportRow[]> {
  const positions = Array.from({ length: to - from }, (_, index) => from + index);
  const items = await batchGet(positions.map((position) => rosterKeys.importRow(import_id, position)));
  return items.map((item) => ImportRow.parse(item));
}
