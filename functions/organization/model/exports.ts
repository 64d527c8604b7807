import * as z from "zod";
import { certificateFilters } from "../../../shared/certificate/certificate.ts";
import type { Document } from "../../../shared/http/call.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { type Export, ExportKind, ExportStatus, inlineRowsMax } from "../../../shared/organization/export.ts";
import { exportDays } from "../../../shared/organization/export-days.ts";
import { audit } from "../../data/audit.ts";
import { newId, now } from "../../data/ids.ts";
import { exportSort, organizationKeys, organizationViews } from "../../data/keys/organization.ts";
import { consumeRate } from "../../data/rate.ts";
import { relist } from "../../data/relist.ts";
import { create, type Step } from "../../data/steps.ts";
import { transact } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { csvOf } from "../../sheets/csv.ts";
import { printOf } from "../../sheets/print.ts";
import type { Part, Sheet, SheetFormat, SheetWriter } from "../../sheets/sheet.ts";

/** What has to be known to make the sheet of an export again. */
const Source = {
  kind: ExportKind,
  /** A year or a month such as 2026-11; absent for all time. */
  period: z.string().optional(),
  cred_id: z.string().optional(),
  /** Of SCECH: the columns, as asked. */
  columns: z.string().optional(),
  /** Of certificates: those in one state; all without it. */
  certificate_status: z.enum(certificateFilters).optional(),
  /** Of certificates: the first and the last day (YYYY-MM-DD) on which they were earned. */
  from: z.string().optional(),
  to: z.string().optional(),
};

/** An export as stored, with the point its writing has come to. */
export const ExportRecord = z.object({
  export_id: z.string(),
  organization_id: z.string(),
  ...Source,
  format: z.enum(["csv", "html"]),
  title: z.string(),
  subtitle: z.string(),
  file_name: z.string(),
  /** Key of the file in the bucket of exports. */
  object_key: z.string(),
  scheduled: z.boolean(),
  status: ExportStatus,
  rows_total: z.number(),
  rows_done: z.number(),
  size_bytes: z.number().optional(),
  asked_on: z.string(),
  done_on: z.string().optional(),
  /** Which attempt writes it, and until when nobody else may; both "" when nobody does. */
  writer: z.string(),
  leased_until: z.string(),
  /** What is written: the upload with its parts, the bytes in them, and the mark after which rows go on. */
  upload: z
    .object({
      id: z.string(),
      parts: z.array(z.string()),
      bytes: z.number(),
      after: z.string().optional(),
      ended: z.boolean().optional(),
    })
    .optional(),
  version: z.number(),
});
export type ExportRecord = z.infer<typeof ExportRecord>;

/** What an export is made from. */
export type ExportSource = Pick<ExportRecord, keyof typeof Source>;

/** The writer of a format. */
export const writerOf = <Row>(sheet: Sheet<Row>, format: SheetFormat): SheetWriter<Row> =>
  format === "csv" ? csvOf(sheet) : printOf(sheet);

interface Asked {
  readonly organization_id: string;
  readonly actor_id: string;
  readonly source: ExportSource;
  readonly sheet: Pick<Sheet<unknown>, "title" | "subtitle" | "fileName">;
  readonly format: SheetFormat;
  readonly rows_total: number;
  readonly export_id: string;
  /** A month's own, made by itself and kept. */
  readonly scheduled?: true;
}

/** The steps that ask for an export; the worker hears of it through the audit row. Refused with `state.changed` when it exists. */
export function askSteps({ organization_id, actor_id, export_id, source, sheet, format, ...asked }: Asked): Step[] {
  const { rows_total, scheduled = false } = asked;
  const at = now();
  const file_name = `${sheet.fileName}.${format}`;
  const record = {
    export_id,
    organization_id,
    ...source,
    format,
    title: sheet.title,
    subtitle: sheet.subtitle,
    file_name,
    object_key: `${scheduled ? "monthly" : "asked"}/${organization_id}/${export_id}/${file_name}`,
    scheduled,
    status: "waiting",
    rows_total,
    rows_done: 0,
    asked_on: at,
    writer: "",
    leased_until: "",
    ...(!scheduled && { ttl: clock.seconds() + exportDays * 86_400 }),
  };
  const key = organizationKeys.export(organization_id, export_id);
  return [
    create(key, record, { otherwise: new Problem("state.changed") }),
    ...relist(key, exportSort(at, export_id), [], [organizationViews.exports(organization_id)]),
    audit("export.asked", { organization_id, actor_id, subject_id: export_id, export_id }),
  ];
}

/** The part a caller wants by page, or by offset and limit; undefined for all (page 0, no limit, or one beyond a thousand). */
export function partOf({ page, offset, limit }: { page?: number; offset: number; limit?: number }): Part | undefined {
  if (page === 0 || limit === undefined || limit > inlineRowsMax) return undefined;
  return { from: page === undefined ? offset : (page - 1) * limit, limit };
}

/**
 * Answers a sheet: up to a thousand rows at once as a document, more as 202 with the id of a background export. Asking
 * too often is refused, for those earlier.
 */
export async function answerSheet<Row>(
  sheet: Sheet<Row>,
  format: SheetFormat,
  { part, ...asked }: Pick<Asked, "organization_id" | "actor_id" | "source"> & { readonly part?: Part },
): Promise<Document> {
  const rows_total = part === undefined ? await sheet.total() : 0;
  if (rows_total > inlineRowsMax) {
    const export_id = newId("exp");
    const steps = askSteps({ ...asked, export_id, sheet, format, rows_total });
    await transact([...steps, consumeRate("exportsPerOrganization", asked.organization_id)]);
    return { status: 202, headers: {}, body: JSON.stringify({ data: { export_id } }) };
  }
  await transact([consumeRate("sheetsPerOrganization", asked.organization_id)]);
  const { contentType, begin, rows, end } = writerOf(sheet, format);
  let body = await begin();
  for await (const page of sheet.pages({ part })) body += rows(page.rows);
  return {
    status: 200,
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${sheet.fileName}.${format}"`,
      ...(format === "html" && { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
    },
    body: body + end(),
  };
}

/** An export as its organization sees it. */
export const exportOf = (record: ExportRecord, url: string | undefined): Export => ({
  ...record,
  ...(url !== undefined && { url }),
});
