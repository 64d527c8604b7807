import type * as z from "zod";
import { roleIds } from "../../../shared/permissions.ts";
import { emailAddress, lastName, personName } from "../../../shared/platform/person.ts";
import type { RowFault, RowResult } from "../../../shared/roster/import.ts";
import {
  columnNames,
  declaresEmployer,
  type ImportColumn,
  importLine,
  importRows,
  roleOfCell,
} from "../../../shared/roster/rules.ts";
import { Employer } from "../../../shared/tie/declared-ties.ts";
import { mayGiveRole } from "../../../shared/user/rules.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { rosterKeys, rosterViews } from "../../data/keys/roster.ts";
import { relist } from "../../data/relist.ts";
import { put, type Step } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";
import { AddressRecord, type OrganizationRecord } from "../../organization/model/record.ts";
import type { NamedCredential } from "./credentials.ts";
import type { RosterFile } from "./read-file.ts";
import type { ImportRecord, ImportRow } from "./record.ts";

const schemas = {
  email: emailAddress("Please enter valid Email", "Email field can not be empty"),
  first_name: personName(),
  last_name: lastName(),
  employer: Employer.shape.name,
} as const;

const lineTooLong = `This line has more than ${importLine.characters.toLocaleString("en-US")} characters or ${importLine.columns} columns. Check its quotation marks.`;

/** The address of a cell as it is kept; what was written where it is none. */
const addressOf = (cell: string): string => schemas.email.safeParse(cell).data ?? cell;

/** The line in which each address of a file stands first. */
export function firstLines({ places, rows }: RosterFile): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const { cells, line } of rows) {
    const email = addressOf(cells[places.email!] ?? "");
    if (!lines.has(email)) lines.set(email, line);
  }
  return lines;
}

type Checked = Omit<ImportRow, "version">;

/** What the rows of a file are looked at against. */
export interface Grounds {
  readonly organization: OrganizationRecord;
  /** The line in which each address of the file stands first. */
  readonly lines: ReadonlyMap<string, number>;
  /** What a cell names in the column of credentials; absent where the file has none. */
  readonly credentials?: ((cell: string) => NamedCredential) | undefined;
}

/** Looks at the next rows of a file: what each would come to. Nobody is invited by it. */
export async function checkRows(
  file: RosterFile,
  { rows_done: from, organization_id }: Pick<ImportRecord, "rows_done" | "organization_id">,
  grounds: Grounds,
): Promise<Checked[]> {
  const rows = file.rows
    .slice(from, from + importRows.perStep)
    .map((row, index) => checkRow(file, row, { position: from + index, ...grounds }));
  // what is no address may be longer than a key of the table
  const fine = rows.filter(({ result }) => result !== "error");
  const found = await batchGet(fine.map(({ email }) => organizationKeys.addressIn(organization_id, email)));
  const taken = new Map(fine.map(({ position }, index) => [position, found[index]]));
  return rows.map((row) => {
    const address = taken.get(row.position);
    if (address === undefined) return row;
    const result = AddressRecord.parse(address).user_id ? "member" : "waiting";
    return { ...row, checked: result, result };
  });
}

function checkRow(
  { places, headings }: RosterFile,
  { line, cells, isTooLong }: RosterFile["rows"][number],
  { position, organization, lines, credentials }: Grounds & { readonly position: number },
): Checked {
  const faults: RowFault[] = [];
  const say = (column: ImportColumn | undefined, message: string) =>
    faults.push({ column: column === undefined ? "" : columnNames[column], message });
  const cell = (column: ImportColumn) => cells[places[column] ?? -1] ?? "";
  const read = (column: keyof typeof schemas): string | undefined => {
    const { data, error } = (schemas[column] as z.ZodType<string>).safeParse(cell(column));
    if (error) say(column, error.issues[0]!.message);
    return data;
  };
  if (isTooLong) say(undefined, lineTooLong);
  else if (cells.slice(headings.length).some((each) => each !== ""))
    say(
      undefined,
      "This line has more cells than the first line has columns. Check its separators and quotation marks.",
    );
  const email = read("email") ?? cell("email");
  const first = lines.get(email);
  if (email !== "" && first !== undefined && first < line) say("email", `This address is already in line ${first}.`);
  const given = cell("role") === "" ? undefined : roleOfCell(cell("role"), organization.roles);
  const role_perms = given?.role_id === undefined ? undefined : organization.roles[given.role_id]?.role_perms;
  if (cell("role") === "") say("role", "Role field can not be empty");
  else if (given === undefined) say("role", `Your organization has no role “${cell("role")}”.`);
  else if (!mayGiveRole("admin", { role: given.role, role_perms }))
    say("role", "You can’t invite people to this role.");
  const texts = (["first_name", "last_name", "employer"] as const).flatMap((column) =>
    cell(column) === "" || (column === "employer" && !declaresEmployer(given?.role)) ? [] : [[column, read(column)]],
  );
  const named = cell("credential") === "" ? undefined : credentials?.(cell("credential"));
  if (named && "fault" in named) say("credential", named.fault);
  else if (named && given && given.role !== roleIds.learner)
    say("credential", "Only learners can be invited to a credential.");
  const result: RowResult = faults.length > 0 ? "error" : "ready";
  return {
    position,
    line,
    cells: [...cells],
    email,
    ...given,
    ...Object.fromEntries(texts),
    ...(named && "credential_id" in named && named),
    checked: result,
    result,
    faults,
  };
}

/** The steps that keep rows, those with faults in a list of their own. */
export const keepRows = (import_id: string, rows: readonly Checked[]): Step[] =>
  rows.flatMap((row) => {
    const key = rosterKeys.importRow(import_id, row.position);
    return [put(key, { ...row, version: 1 }), ...(row.result === "error" ? faultSteps(import_id, row.position) : [])];
  });

/** The steps that list a row among those with faults. */
export const faultSteps = (import_id: string, position: number): Step[] => {
  const key = rosterKeys.importRow(import_id, position);
  return relist(key, key.sk, [], [rosterViews.importFaults(import_id)]);
};
