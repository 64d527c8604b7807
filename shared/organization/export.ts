import * as z from "zod";
import { OrganizationId, Timestamp } from "../http/fields.ts";

/** Rows that a CSV or HTML call answers at once; more are for the background: shared/organization/README.md, "Exports". */
export const inlineRowsMax = 1000;

/** The id of an export, `exp_…`. */
export const ExportId = z.string().regex(/^exp_[0-9A-Za-z]{1,40}$/, "This ID isn’t valid.");

/** What is handed out: an organization's billing history or certificates, who applied for a credential, or who is eligible for SCECH. */
export const ExportKind = z.enum(["billing", "applicants", "scech", "certificates"]);
export type ExportKind = z.infer<typeof ExportKind>;

/** Where an export stands; `failed` was tried often enough. */
export const ExportStatus = z.enum(["waiting", "running", "done", "failed"]);
export type ExportStatus = z.infer<typeof ExportStatus>;

/** An export of an organization, with the link to download it once it is done. */
export const Export = z.object({
  export_id: ExportId,
  organization_id: OrganizationId,
  kind: ExportKind,
  format: z.enum(["csv", "html"]),
  title: z.string(),
  /** Whose rows these are, and of what time. */
  subtitle: z.string(),
  /** The name to save it under. */
  file_name: z.string(),
  /** Made by itself after a month's end. */
  scheduled: z.boolean(),
  status: ExportStatus,
  /** How many rows it will have. */
  rows_total: z.number().int(),
  /** How many rows are written so far. */
  rows_done: z.number().int(),
  /** The size of the file once it is done. */
  size_bytes: z.number().int().optional(),
  asked_on: Timestamp,
  done_on: Timestamp.optional(),
  /** Good for a minute; asked for again, it is a new one. */
  url: z.string().optional(),
});
export type Export = z.infer<typeof Export>;
