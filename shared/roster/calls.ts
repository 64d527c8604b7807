import * as z from "zod";
import { FileKey } from "../file/file.ts";
import { call, Document, data, page, paging } from "../http/call.ts";
import { organizationSelector } from "../http/fields.ts";
import { FaultyRow, Import, ImportId } from "./import.ts";

const within = { permission: "user:import", within: "organization" } as const;
const one = () => z.object({ ...organizationSelector, import_id: ImportId });

/** The file was uploaded and confirmed before. Its rows are checked in the background; nobody is invited yet. */
export const create = call({
  route: "POST /roster/import",
  summary: "Check a file of people",
  allow: within,
  input: () => z.object({ ...organizationSelector, key: FileKey }),
  output: () => data(Import),
  problems: [
    "resource.not-found",
    "file.not-clean",
    "file.locked",
    "file.not-scanned",
    "file.being-checked",
    "roster.unreadable",
    "rate.exceeded",
  ],
  idempotent: true,
});

export const list = call({
  route: "GET /roster/imports",
  summary: "List imports of people",
  allow: within,
  keys: "import:read",
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => page("imports", Import),
});

export const read = call({
  route: "GET /roster/import",
  summary: "Read how far an import is",
  allow: within,
  keys: "import:read",
  input: one,
  output: () => data(Import),
});

export const listFaults = call({
  route: "GET /roster/import/faults",
  summary: "List the rows of an import that can’t be invited",
  allow: within,
  keys: "import:read",
  input: () => one().extend(paging),
  output: () => page("rows", FaultyRow),
});

/** Invitations are sent at once, or from a later time on; a few at a time, so that mail services take them. */
export const confirm = call({
  route: "PUT /roster/import/confirm",
  summary: "Invite the people of a checked file",
  allow: within,
  input: () =>
    one().extend({
      /** When to begin, within 30 days; at once without it. */
      send_on: z.iso.datetime({ error: "Choose a date and a time.", offset: true }).optional(),
    }),
  output: () => data(Import),
  proof: true, // there may be admins among them
  problems: ["state.changed", "roster.nobody", "rate.exceeded"],
  idempotent: true,
});

/** Ends the sending, and withdraws every invitation of the import that nobody has accepted. */
export const undo = call({
  route: "PUT /roster/import/undo",
  summary: "Take an import back",
  allow: within,
  input: one,
  output: () => data(Import),
  problems: ["state.changed"],
  idempotent: true,
});

/** The lines of the file as they were, with what each has come to. */
export const report = call({
  route: "GET /roster/import/report",
  summary: "Download an import's report",
  allow: within,
  input: one,
  output: () => Document,
  answers: "csv",
  problems: ["rate.exceeded"],
});
