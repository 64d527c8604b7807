const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };
const letters = Object.fromEntries(
  Object.entries({ ...entities, "'": "&apos;" }).map(([letter, name]) => [name, letter]),
);

/** Makes a text safe inside XML. */
export const escapeXml = (text: string) => text.replace(/[&<>"\r]/g, (letter) => entities[letter]!);

const readText = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|\w+);/gi, (entity, hex?: string, decimal?: string) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : (letters[entity] ?? entity);
  });

/** The texts of all elements of a name, in order. */
export const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text]) => readText(text!));

/** Reads `<Tagging><TagSet><Tag><Key>…</Key><Value>…`. */
export function readTags(xml: string): Record<string, string> {
  const values = textsOf(xml, "Value");
  return Object.fromEntries(textsOf(xml, "Key").map((key, index) => [key, values[index] ?? ""]));
}

/** Writes what readTags reads. */
export function xmlOfTags(tags: Readonly<Record<string, string>>): string {
  const set = Object.entries(tags).map(
    ([key, value]) => `<Tag><Key>${escapeXml(key)}</Key><Value>${escapeXml(value)}</Value></Tag>`,
  );
  return `<Tagging><TagSet>${set.join("")}</TagSet></Tagging>`;
}

/** An element with a text element for each entry. */
export const element = (name: string, metadata: Record<string, string>) =>
  `<${name}>${Object.entries(metadata)
    .map(([child, value]) => `<${child}>${escapeXml(value)}</${child}>`)
    .join("")}</${name}>`;
