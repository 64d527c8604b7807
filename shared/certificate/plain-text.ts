const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', nbsp: " ", apos: "'", amp: "&" };

const characterOf = (entity: string, name: string): string => {
  if (!name.startsWith("#")) return entities[name] ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
};

/**
 * Rich text as it is stored, in plain words: paragraphs on lines of their own, items of lists with a dash. Credentials say
 * everything as plain text, so that no reader of one has markup to run.
 */
export const plainTextOf = (html: string): string =>
  html
    .replace(/\s+/g, " ")
    .replace(/<li\b[^>]*>\s*(?:<p\b[^>]*>)?/gi, "\n- ")
    .replace(/<br\b[^>]*>|<\/?(?:p|ul|ol|h[1-4]|blockquote|pre)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w{1,31});/g, characterOf)
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "" && line !== "-")
    .join("\n");

/** A text of at most so many characters; one that is longer ends with an ellipsis. */
export function shortened(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters
    ? text
    : `${all
        .slice(0, characters - 1)
        .join("")
        .trimEnd()}…`;
}
