/** Bytes a rich text may have before it is parsed. */
export const richTextLimits = { ordinaryBytes: 20_000, descriptionBytes: 50_000 } as const;

const bytesOf = (html: string): number => new TextEncoder().encode(html).length;

/** Whether a rich text has room: it counts as it is stored. */
export const fits = (html: string, limitBytes: number = richTextLimits.ordinaryBytes): boolean =>
  bytesOf(html) <= limitBytes;

/** What is said of a rich text that has none: about how many of the characters that are read have to go. */
export function tooLong(html: string, limitBytes: number = richTextLimits.ordinaryBytes): string {
  const characters = [...html.replace(/<[^<>]*>/g, "")].length;
  const tens = Math.ceil((characters * (1 - limitBytes / bytesOf(html))) / 10) || 1;
  return `This text is too long. Shorten it by about ${tens}0 characters.`;
}
