import { personId } from "../../api/person.ts";

const rowsAtFirst = 10;

/** Where a table's preferences are kept on this device. */
export const preferencesKey = (table: string): string => `table ${personId()} ${table}`;

/** What is kept of a table's preferences: nothing where none are, or none that can be read. */
export function keptPreferences(key: string): { readonly pageSize?: number } {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** So many rows have a table's pages. */
export const rowsPerPage = (table: string): number => keptPreferences(preferencesKey(table)).pageSize ?? rowsAtFirst;

/** What a list asks for when its page is opened: whoever shows sums beside it asks for the same, so that both are one answer. */
export const firstRowsOf = (table: string) => ({ limit: rowsPerPage(table), offset: 0 });
