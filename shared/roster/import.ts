import * as z from "zod";
import { Timestamp } from "../http/fields.ts";
import { faultCharacters } from "./rules.ts";

/** The id of an import, `imp_…`. */
export const ImportId = z.string().regex(/^imp_[0-9A-Za-z]{1,40}$/, "This ID isn’t valid.");

/** Where an import stands. */
export const ImportStatus = z.enum(["checking", "checked", "sending", "sent", "undoing", "undone"]);
export type ImportStatus = z.infer<typeof ImportStatus>;

/**
 * What a row comes to. `ready`: it can be invited; `member` and `waiting`: it is here or invited already; `error`: it cannot
 * be; `invited`: it was; `withdrawn` and `joined`: what an undo took back, and what it found accepted.
 */
export const RowResult = z.enum(["ready", "member", "waiting", "error", "invited", "withdrawn", "joined"]);
export type RowResult = z.infer<typeof RowResult>;

const rows = z.number().int();

/** How many rows come to what. */
export const RowCounts = z.object({
  /** Those that can be invited. */
  ready: rows,
  /** Those that are here already. */
  member: rows,
  /** Those that are invited already. */
  waiting: rows,
  /** Those that cannot be invited. */
  error: rows,
  /** Those that were invited. */
  invited: rows,
  /** Those whose invitations were taken back. */
  withdrawn: rows,
  /** Those that had accepted before theirs was taken back. */
  joined: rows,
});
export type RowCounts = z.infer<typeof RowCounts>;

/** People of a file, and how far their invitations are. */
export const Import = z.object({
  import_id: ImportId,
  /** What the file is called where it came from. */
  file_name: z.string(),
  status: ImportStatus,
  /** How many people the file has. */
  rows_total: z.number().int(),
  /** How many of them were looked at in this state. */
  rows_done: z.number().int(),
  counts: RowCounts,
  /** Headings of columns that are not read: of the first, as they begin. */
  ignored: z.array(z.string()),
  created_on: Timestamp,
  /** When its invitations are sent, where that was put off. */
  send_on: Timestamp.optional(),
});
export type Import = z.infer<typeof Import>;

/** What is wrong with a row. */
export const RowFault = z.object({
  /** The heading of the column; "" where it is the row as a whole. */
  column: z.string(),
  /** What is wrong with it, in words. */
  message: z.string(),
});
export type RowFault = z.infer<typeof RowFault>;

/** A row that cannot be invited. */
export const FaultyRow = z.object({
  /** The line of the file that it begins in. */
  line: z.number().int(),
  /** What the file has in the place of an address, as it begins: it may be none. */
  email: z.string().max(faultCharacters.email).regex(/^.*$/),
  faults: z.array(RowFault),
});
export type FaultyRow = z.infer<typeof FaultyRow>;
