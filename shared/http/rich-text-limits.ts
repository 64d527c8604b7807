/** Characters a rich text may have before it is parsed, those of its markup included. */
export const richTextLimits = { ordinaryCharacters: 20_000, descriptionCharacters: 50_000 } as const;

/** What is said of a rich text that has none: about how many of the characters that are read have to go. */
export function tooLong(html: string, limitCharacters: number): string {
  const characters = [...html.replace(/<[^<>]*>/g, "")].length;
  const tens = Math.ceil((characters * (1 - limitCharacters / html.length)) / 10) || 1;
  return `This text is too long. Shorten it by about ${tens}0 characters.`;
}
