import type { CollectionPreferencesProps } from "@cloudscape-design/components/collection-preferences";
import { useState } from "react";
import { deviceOf } from "../width.ts";
import { keptPreferences, preferencesKey, rowsPerPage } from "./kept-preferences.ts";

type Asked = Required<
  Pick<CollectionPreferencesProps.Preferences, "pageSize" | "contentDensity" | "wrapLines" | "stripedRows">
>;

/** How a person likes one table; remembered per person and table on this device. */
export interface TablePreferences extends Asked {
  /** The columns in their order. */
  readonly contentDisplay: readonly { readonly id: string; readonly visible: boolean }[];
  /** Widths somebody gave to columns, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

interface Column {
  readonly id: string;
  readonly names?: true;
  readonly hidden?: true | "narrow" | "tablet";
}

/** Reads and remembers a table's preferences under a name. Lists begin with ten rows. */
export function useTablePreferences(
  name: string,
  columns: readonly Column[],
): [TablePreferences, (change: Partial<TablePreferences>) => void] {
  const [key] = useState(() => preferencesKey(name));
  const [preferences, setPreferences] = useState<TablePreferences>(() => {
    const device = deviceOf(window.innerWidth);
    const usual: TablePreferences = {
      pageSize: rowsPerPage(name),
      contentDensity: "comfortable",
      wrapLines: true,
      stripedRows: false,
      contentDisplay: columns.map(({ id, hidden }) => ({
        id,
        visible: !(hidden === true || hidden === device || (hidden === "narrow" && device !== "desktop")),
      })),
      widths: {},
    };
    const kept: Partial<TablePreferences> = keptPreferences(key);
    return { ...usual, ...kept, contentDisplay: inOrder(usual.contentDisplay, kept.contentDisplay) };
  });
  const change = (part: Partial<TablePreferences>) => {
    const next = { ...preferences, ...part };
    localStorage.setItem(key, JSON.stringify(next));
    setPreferences(next);
  };
  return [preferences, change];
}

/** The columns there are now: those somebody has arranged as they were left, new ones behind. */
function inOrder(
  usual: TablePreferences["contentDisplay"],
  kept: TablePreferences["contentDisplay"] = [],
): TablePreferences["contentDisplay"] {
  const arranged = kept.filter(({ id }) => usual.some((column) => column.id === id));
  return [...arranged, ...usual.filter(({ id }) => !arranged.some((column) => column.id === id))];
}
