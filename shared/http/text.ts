/** Bytes a rich text may have before it is parsed. */
export const richTextLimits = { ordinaryBytes: 20_000, descriptionBytes: 50_000 } as const;

/** Whether rich text shows nothing: only tags, entities, white space and zero-width characters. */
export const isBlank = (html: string): boolean =>
  html
    .replace(/<[^<>]*>?/g, "")
    .replace(/&#?\w{1,31};/g, "")
    .replace(/[\s\u200B-\u200D\u2060\uFEFF]/g, "") === "";

/** A wait in words, such as "20 seconds" or "3 minutes". */
export function waitInWords(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}

/** A web address that opens in a browser. */
export const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (url?.protocol === "https:" || url?.protocol === "http:") && url.hostname.includes(".");
};
