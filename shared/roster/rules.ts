import { roleIds } from "../permissions.ts";

/** People in one file, and rows that the worker takes at once. */
export const importRows = { max: 5000, perStep: 25 } as const;
/** Columns of a file, and characters of a line: what is beyond is not kept, and the line is refused. */
export const importLine = { columns: 200, characters: 10_000 } as const;
/** How many headings of columns that are not read are told, and how many characters of each. */
export const ignoredHeadings = { max: 50, characters: 100 } as const;

/** Characters that are told of what a row has in the place of an address, and of what is wrong with it. */
export const faultCharacters = { email: 254, message: 500 } as const;

/** Days that an import is kept after its last change, and days within which invitations may be sent later. */
export const importDays = { kept: 30, laterMax: 30 } as const;

/** The columns that are read, each with the headings it is known by: letters alone, in lower case. */
export const importColumns = {
  email: ["email", "emailaddress", "mail"],
  role: ["role"],
  first_name: ["firstname", "givenname"],
  last_name: ["lastname", "surname", "familyname"],
  employer: ["employer", "company"],
  credential: ["credential", "credentialid", "credentialtitle"],
} as const;
/** A column that is read. */
export type ImportColumn = keyof typeof importColumns;

/** What the columns are called in the template and in what is said of a row. */
export const columnNames: Readonly<Record<ImportColumn, string>> = {
  email: "Email",
  role: "Role",
  first_name: "First name",
  last_name: "Last name",
  employer: "Employer",
  credential: "Credential",
};

/** The column of a heading, whatever its case, spaces and dashes; undefined for one that is not read. */
export function columnOf(heading: string): ImportColumn | undefined {
  const letters = heading.toLowerCase().replace(/[^\p{L}]/gu, "");
  return (Object.keys(importColumns) as ImportColumn[]).find((column) =>
    (importColumns[column] as readonly string[]).includes(letters),
  );
}

/** The file that admins begin with: the headings and one person. */
export const importTemplate: readonly (readonly string[])[] = [
  Object.values(columnNames),
  ["ada@example.com", "Learner", "Ada", "Example", "Example Schools", ""],
];

/** Whether people of a role declare their employer when they join by a file that names it: those whom ties concern. */
export const declaresEmployer = (role: number | undefined): boolean =>
  role === roleIds.reviewer || role === roleIds.learner;

/** The role of a cell, by its name or by that of a custom role; undefined where there is none of that name. */
export function roleOfCell(
  cell: string,
  roles: Readonly<Record<string, { readonly name: string }>>,
): { readonly role: number; readonly role_id?: string } | undefined {
  const name = cell.toLowerCase();
  if (Object.hasOwn(roleIds, name) && name !== "custom") return { role: roleIds[name as keyof typeof roleIds] };
  const custom = Object.entries(roles).find(([, role]) => role.name.toLowerCase() === name);
  return custom && { role: roleIds.custom, role_id: custom[0] };
}
