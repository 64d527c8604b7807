import { beginning, key, ordinal } from "./key.ts";

/** The items of a file of people and its rows in their order, and the question that each key answers. */
export const rosterKeys = {
  import: (import_id: string) => key(`IMPORT#${import_id}`, "META"),
  importRow: (import_id: string, position: number) => key(`IMPORT#${import_id}`, `ROW#${ordinal(position)}`),
  importRows: (import_id: string) => beginning(`IMPORT#${import_id}`, "ROW#"),
};

/** The lists of files of people that an organization has taken in, and of the rows of one that cannot be invited. */
export const rosterViews = {
  imports: (organization_id: string) => `ORG#${organization_id}#imports`,
  importFaults: (import_id: string) => `IMPORT#${import_id}#faults`,
};
