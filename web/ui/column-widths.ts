import { deviceOf } from "../app/width.ts";

interface Sized {
  readonly id: string;
  readonly width?: number;
  readonly names?: true;
}

/** Columns of a phone are no wider than this, so that two stand side by side, and the row's menu with them. */
const phonePx = { names: 152, other: 134 };
const menuPx = 56;
/** What a column without a width of its own takes, and what none is made narrower than. */
const usualPx = 150;
const narrowestPx = { names: 200, other: 116 };
/** What stands beside a table: the side menu and the page's margins. */
const besidePx = { desktop: 280 + 48, tablet: 58 + 48 };

/**
 * Widths in pixels by which a list's columns fit into a window of `windowPx`, by id: those they ask for where there is
 * room, narrower ones where not. A column that is not named takes what is left.
 */
export function columnWidths(
  columns: readonly Sized[],
  { windowPx, rowMenus }: { readonly windowPx: number; readonly rowMenus: boolean },
): Readonly<Record<string, number>> {
  const device = deviceOf(windowPx);
  const kind = ({ names }: Sized) => (names ? "names" : "other");
  if (device === "mobile") {
    const most = { ...phonePx, names: phonePx.names + (rowMenus ? 0 : menuPx) };
    return Object.fromEntries(columns.map((each) => [each.id, Math.min(each.width ?? 200, most[kind(each)])]));
  }
  const sizes = columns.map((each) => {
    const wanted = each.width ?? usualPx;
    return { id: each.id, wanted, least: Math.min(wanted, narrowestPx[kind(each)]) };
  });
  const sum = (of: (size: (typeof sizes)[number]) => number) => sizes.reduce((total, size) => total + of(size), 0);
  const missing = sum(({ wanted }) => wanted) - (windowPx - besidePx[device] - (rowMenus ? menuPx : 0));
  if (missing <= 0) return Object.fromEntries(columns.flatMap(({ id, width }) => (width ? [[id, width]] : [])));
  const kept = Math.max(0, 1 - missing / sum(({ wanted, least }) => wanted - least));
  return Object.fromEntries(sizes.map(({ id, wanted, least }) => [id, Math.floor(least + (wanted - least) * kept)]));
}
