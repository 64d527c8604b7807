import Button from "@cloudscape-design/components/button";
import CollectionPreferences from "@cloudscape-design/components/collection-preferences";
import { useEffect, useRef } from "react";
import type { Column } from "./columns.ts";
import type { TablePreferences as Preferences } from "./use-table-preferences.ts";

const sizes = [10, 20, 50, 100];

/**
 * The button and the dialog for rows per page, density, wrapping, and which columns are shown in which order. It is loaded
 * when somebody presses the button that stands in its place, and so begins with the dialog open.
 */
export default function TablePreferences({
  columns,
  preferences: { widths: _, ...preferences },
  onChange,
}: {
  readonly columns: readonly Pick<Column<never>, "id" | "header" | "names">[];
  readonly preferences: Preferences;
  readonly onChange: (change: Partial<Preferences>) => void;
}) {
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => room.current?.querySelector("button")?.click(), []);
  return (
    <div ref={room}>
      <CollectionPreferences
        title="Table preferences"
        preferences={{ ...preferences, custom: "kept" }}
        pageSizePreference={{
          title: "Rows per page",
          options: sizes.map((value) => ({ value, label: String(value) })),
        }}
        contentDensityPreference={{ label: "Compact rows", description: "Show more rows at once." }}
        wrapLinesPreference={{ label: "Wrap long lines", description: "Show the full text of each cell." }}
        stripedRowsPreference={{ label: "Striped rows", description: "Shade every other row." }}
        contentDisplayPreference={{
          title: "Columns",
          description: "Choose which columns to show and their order.",
          options: columns.map(({ id, header, names }) => ({ id, label: header, alwaysVisible: names === true })),
        }}
        customPreference={(widths: "kept" | "reset", setWidths) => (
          <Button disabled={widths === "reset"} onClick={() => setWidths("reset")}>
            Reset column widths
          </Button>
        )}
        onConfirm={({ detail: { custom, ...chosen } }) =>
          onChange({ ...(chosen as Partial<Preferences>), ...(custom === "reset" && { widths: {} }) })
        }
      />
    </div>
  );
}
