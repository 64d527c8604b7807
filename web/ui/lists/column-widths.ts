import { deviceOf } from "../width.ts";

interface Sized {
  readonly id: string;
  readonly header: string;
  readonly width?: number;
  readonly minWidth?: number;
  readonly names?: true;
  /** Its cells are dates, with the `weekday` or without, which stay on one line where the window has room for that. */
  readonly date?: true | "weekday";
  /** What its cells' words take on one line, where they stay as dates do. */
  readonly line?: number;
}

/** What a column without a width of its own takes, and what none is made narrower than that does not say it may. */
const usualPx = 150;
const narrowestPx = { names: 200, other: 116 };
/** A title of sixty letters on one line: what is left goes to the columns that name a row first, up to this. */
const titlePx = 520;
/** `September 30, 2026`, and `Wednesday, September 30`, with their room at both sides. */
const datePx = { day: 176, weekday: 216 };
/** What stands beside a table: the side menu and the page's margins. */
const framePx = { desktop: 280 + 48, tablet: 58 + 48 };
/** The frame makes no page wider. */
const pageMostPx = 1280;

/** What a header's longest word takes with its room at both sides: broken inside it reads as two. */
const wordPx = (header: string) => 42 + Math.max(...header.split(" ").map(letterPx));
const letterPx = (word: string) => 8 * word.length + 5 * (word.match(/[mw]/gi)?.length ?? 0);

/** What a column's cells take that stay on one line where there is room. */
const linePx = ({ date, line = 0 }: Sized) => (date ? datePx[date === "weekday" ? date : "day"] : line);

/** What a column is never narrower than: a date or a state in it may break. */
const narrowest = ({ header, width = usualPx, minWidth, names }: Sized) =>
  Math.max(wordPx(header), Math.min(width, minWidth ?? narrowestPx[names ? "names" : "other"]));

/**
 * Widths in pixels by which a table's columns fit into a window of `windowPx`, by id: those they ask for and, where there is
 * more room, room for titles first and then each column's part of the rest; narrower ones where there is less. `takenPx` is
 * what the table itself does not leave to columns: its border, its rows' menus.
 */
export function columnWidths(
  columns: readonly Sized[],
  { windowPx, takenPx }: { readonly windowPx: number; readonly takenPx: number },
): Readonly<Record<string, number>> {
  const device = deviceOf(windowPx) === "desktop" ? "desktop" : "tablet";
  const room = Math.min(windowPx - framePx[device], pageMostPx) - takenPx;
  let left = room - columns.reduce((total, column) => total + narrowest(column), 0);
  const sizes = columns.map((column) => {
    const { id, width = usualPx, names } = column;
    const more = Math.max(0, linePx(column) - narrowest(column));
    const whole = more <= left;
    if (whole) left -= more;
    const least = narrowest(column) + (whole ? more : 0);
    return { id, names, wanted: Math.max(width, least), least };
  });
  const sum = (of: (size: (typeof sizes)[number]) => number) => sizes.reduce((total, size) => total + of(size), 0);
  const widths = (of: (size: (typeof sizes)[number]) => number) =>
    Object.fromEntries(sizes.map((size) => [size.id, Math.floor(of(size))]));
  const all = sum(({ wanted }) => wanted);
  if (all <= room) {
    const titles = sizes.filter(({ names }) => names);
    const spare = (room - all) / Math.max(1, titles.length);
    const roomy = ({ names, wanted }: (typeof sizes)[number]) =>
      names ? Math.max(wanted, Math.min(titlePx, wanted + spare)) : wanted;
    const taken = sum(roomy);
    return widths((size) => (roomy(size) * room) / taken);
  }
  const kept = Math.max(0, 1 - (all - room) / sum(({ wanted, least }) => wanted - least));
  return widths(({ wanted, least }) => least + (wanted - least) * kept);
}
