/** `Lovelace, Ada <ada@example.org>`, alone on its line: its comma separates nothing. */
const nameFirst = /^([\p{L}\p{M}\s,.'’()-]*)<([^<>\s]+@[^<>\s]+)>[\s,]*$/u;
/** No part of a name, but an address without its @: `bob.example.org`. */
const domain = /[\p{L}\d]\.[\p{L}\d]/u;

/** Text and what stands behind it in angle brackets, or text alone. */
const parts = /([^<>]*)<([^<>]*)>|[^<>]+/g;

/** Each word with an @ by itself, what stands between them together. */
const entriesIn = (text: string): string[] =>
  text
    .split(/(?<!\S)(\S*@\S*)/)
    .map((entry) => (entry.includes("@") ? entry.replace(/^["'(]+|["')]+$/g, "") : entry.trim()))
    .filter((entry) => entry !== "");

/** An address in angle brackets has its name before it; that may be another address, or the same once more. */
function entriesOf([all, before = "", address]: RegExpMatchArray): string[] {
  if (address === undefined) return entriesIn(all);
  if (!address.includes("@")) return [all.trim()];
  const others = entriesIn(before).filter((entry) => entry.includes("@") && entry !== address);
  return [...others, address.trim()];
}

/**
 * The addresses of a pasted list in their order, by line, comma, semicolon, tab or space, without the names that mail
 * programs copy with them. What is no address stays as it was written.
 */
export const addressesIn = (text: string): string[] =>
  text
    .replace(/"[^"\n]*"(?=\s*<[^<>]*@)/g, "")
    .split(/[\r\n;]+/)
    .flatMap((line) => {
      const [, name = "", address] = nameFirst.exec(line) ?? [];
      if (address && !domain.test(name)) return [address];
      return line.split(/[,\t]+/).flatMap((piece) => [...piece.matchAll(parts)].flatMap(entriesOf));
    });
