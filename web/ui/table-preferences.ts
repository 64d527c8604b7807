import { useState } from "react";
import { deviceOf } from "../app/width.ts";

/** How a person likes one table; remembered per person and table on this device. */
export interface TablePreferences {
  readonly limit: number;
  readonly density: "comfortable" | "compact";
  readonly wrap: boolean;
  readonly striped: boolean;
  /** Ids of columns not shown. */
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

/** Reads and remembers a table's preferences under a name. Lists begin with ten rows. */
export function useTablePreferences(
  name: string,
  columns: readonly { readonly id: string; readonly hidden?: true | "narrow" }[],
): [TablePreferences, (change: Partial<TablePreferences>) => void] {
  const key = `table ${name}`;
  const [preferences, setPreferences] = useState<TablePreferences>(() => {
    const narrow = deviceOf(window.innerWidth) !== "desktop";
    const usual: TablePreferences = {
      limit: 10,
      density: "comfortable",
      wrap: true,
      striped: false,
      hidden: columns.filter(({ hidden }) => hidden === true || (hidden && narrow)).map(({ id }) => id),
      widths: {},
    };
    try {
      return { ...usual, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
    } catch {
      return usual;
    }
  });
  const change = (part: Partial<TablePreferences>) => {
    const next = { ...preferences, ...part };
    localStorage.setItem(key, JSON.stringify(next));
    setPreferences(next);
  };
  return [preferences, change];
}
