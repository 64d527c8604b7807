import type { IOptions, Tag } from "sanitize-html";
import { raisedText } from "../../shared/http/raised.ts";

const options: IOptions = {
  allowedTags: [
    "p",
    "br",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "s",
    "ul",
    "ol",
    "li",
    "h1",
    "h2",
    "h3",
    "h4",
    "blockquote",
    "a",
    "code",
    "pre",
    "span",
  ],
  allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 50,
  transformTags: {
    ol: (tagName, { start }): Tag => ({ tagName, attribs: /^\d{1,4}$/.test(start ?? "") ? { start: start! } : {} }),
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href !== undefined && { href }), rel: "noopener noreferrer nofollow" },
    }),
  },
};

const PASSES_MAX = 8;

/**
 * The form of rich text that is stored: shared/README.md, "Text". The contract's schema has capped its length already.
 * Doing it again changes nothing: badly nested tags settle within a few passes. The parser is loaded with the first text,
 * as many of the calls that may write one read or repeat only.
 */
export async function sanitize(html: string): Promise<string> {
  const { default: sanitizeHtml } = await import("sanitize-html");
  let safe = html.replace(/<(sup|sub)>([^<>]{1,300})<\/\1>/gi, (_, tag: string, text: string) =>
    raisedText(text, tag.toLowerCase() === "sup" ? "sup" : "sub"),
  );
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const next = sanitizeHtml(safe, options).trim();
    if (next === safe) break;
    safe = next;
  }
  return safe;
}
