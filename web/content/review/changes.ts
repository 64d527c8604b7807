/** A run of words in a text that was revised. */
export interface Piece {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Formatted text as plain lines, one for each paragraph, heading or list entry. */
export const linesOf = (html: string): string =>
  html
    .replaceAll(/<br\s*\/?>|<\/(?:p|li|h[1-4]|blockquote|pre)>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\n{2,}/g, "\n")
    .trim();

/** Texts longer than this are told apart as a whole: the table of the comparison would be too large. */
const cellsMax = 4_000_000;

/** What changed from one plain text to the next, word by word: the longest common run of words stays. */
export function changesOf(before: string, after: string): Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const [middleOld, middleNow] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const pieces: { kind: Piece["kind"]; text: string }[] = [];
  const add = (kind: Piece["kind"], words: readonly string[]) => {
    const text = words.join("");
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text) pieces.push({ kind, text });
  };
  add("same", now.slice(0, start));
  if (middleOld.length * middleNow.length > cellsMax) {
    add("removed", middleOld);
    add("added", middleNow);
  } else {
    for (const [kind, word] of steps(middleOld, middleNow)) add(kind, [word]);
  }
  add("same", now.slice(now.length - end));
  return pieces;
}

const wordsOf = (text: string): string[] => text.match(/\s+|\S+/g) ?? [];

/** The way from one list of words to the other through their longest common subsequence. */
function* steps(old: readonly string[], now: readonly string[]): Generator<[Piece["kind"], string]> {
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column]!;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      common[row * width + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    const [was, is] = [old[row], now[column]];
    const isGone = is === undefined || (was !== undefined && at(row + 1, column) >= at(row, column + 1));
    const kind = was === is ? "same" : isGone ? "removed" : "added";
    yield [kind, (kind === "added" ? is : was)!];
    if (kind !== "added") row++;
    if (kind !== "removed") column++;
  }
}
