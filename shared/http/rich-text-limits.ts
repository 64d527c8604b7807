/** Bytes a rich text may have before it is parsed. */
export const richTextLimits = { ordinaryBytes: 20_000, descriptionBytes: 50_000 } as const;

const bytesOf = (html: string): number => new TextEncoder().encode(html).length;

/** Whether a rich text has room: it counts as it is stored. */
export const fits = (html: string, limitBytes: number = richTextLimits.ordinaryBytes): boolean =>
  bytesOf(html) <= limitBytes;

/** What is said of a rich text that has none: about how many of the characters that are read have to go. */
export function tooLong(html: string, limitBytes: number = richTextLimits.ordinaryBytes): string {
  const characters = [...html.replace(/<[^<>]*>/g, "").replace(/&\w+;/g, " ")].length;
  const tooMany = characters * (1 - limitBytes / bytesOf(html));
  const said = Math.max(10, Math.ceil(tooMany / 10) * 10).toLocaleString("en-US");
  return `This text is too long. Shorten it by about ${said} characters.`;
}
