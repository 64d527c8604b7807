import { deviceOf } from "../app/width.ts";

interface Sized {
  readonly id: string;
  readonly width?: number;
  readonly minWidth?: number;
  readonly names?: true;
}

/** What a column without a width of its own takes, and what none is made narrower than that does not say it may. */
const usualPx = 150;
const narrowestPx = { names: 200, other: 116 };
/** On a phone two columns stand side by side; the one that names the row takes what the other leaves. */
const phonePx = { least: 140, most: 220, other: 134, unnamed: 200 };
/** What stands beside a table: the side menu and the page's margins. */
const besidePx = { desktop: 280 + 48, tablet: 58 + 48, mobile: 48 };

/**
 * Widths in pixels by which a list's columns fit into a window of `windowPx`, by id: those they ask for where there is
 * room, narrower ones where not. A column that is not named takes what is left. `takenPx` is what the table itself does
 * not leave to columns: its border, its rows' menus.
 */
export function columnWidths(
  columns: readonly Sized[],
  { windowPx, takenPx }: { readonly windowPx: number; readonly takenPx: number },
): Readonly<Record<string, number>> {
  const device = deviceOf(windowPx);
  const room = windowPx - besidePx[device] - takenPx;
  if (device === "mobile") {
    const first = Math.min(phonePx.most, Math.max(phonePx.least, room - phonePx.other));
    return Object.fromEntries(
      columns.map(({ id, names, width = phonePx.unnamed }) => [id, Math.min(width, names ? first : phonePx.other)]),
    );
  }
  const sizes = columns.map(({ id, width = usualPx, minWidth, names }) => ({
    id,
    wanted: width,
    least: Math.min(width, minWidth ?? narrowestPx[names ? "names" : "other"]),
  }));
  const sum = (of: (size: (typeof sizes)[number]) => number) => sizes.reduce((total, size) => total + of(size), 0);
  const missing = sum(({ wanted }) => wanted) - room;
  if (missing <= 0) return Object.fromEntries(columns.flatMap(({ id, width }) => (width ? [[id, width]] : [])));
  const kept = Math.max(0, 1 - missing / sum(({ wanted, least }) => wanted - least));
  return Object.fromEntries(sizes.map(({ id, wanted, least }) => [id, Math.floor(least + (wanted - least) * kept)]));
}
