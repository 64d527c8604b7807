/** Bytes a rich text may have before it is parsed. */
export const richTextLimits = { ordinaryBytes: 20_000, descriptionBytes: 50_000 } as const;

/** Whether a rich text has room: it counts as it is stored. */
export const fits = (html: string, limitBytes: number = richTextLimits.ordinaryBytes): boolean =>
  new TextEncoder().encode(html).length <= limitBytes;

/** What is said of a rich text that has none. */
export const tooLong = "This text is too long.";
