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

/** The same with what {@link spelledOut} writes in signs and rows of text. */
const laidOut: IOptions = {
  ...options,
  allowedTags: [...(options.allowedTags as string[]), ..."sup sub table thead tbody tfoot tr td th".split(" ")],
};
const isLaidOut = /<(?:su[bp]|t(?:able|[rdh]))\b/i;

/** Text within one element of these tags that holds no other of them, of markup that the parser has written. */
const innermost = (tags: string) => new RegExp(`<(${tags})>((?:(?!</?(?:${tags})>)[^])*)</\\1>`, "g");
const [raisings, tables, rows, cells] = ["sup|sub", "table", "tr", "td|th"].map(innermost) as [
  RegExp,
  RegExp,
  RegExp,
  RegExp,
];

const textIn = (markup: string): string =>
  markup.replace(/<(?:\/(?:p|li|h\d|blockquote|pre)|br \/)>/g, " ").replace(/<[^>]*>/g, "");

/** A row as a paragraph, its cells with a bar between; the parser wrote them, and cleans them once more. */
function rowOf(markup: string): string {
  const texts = [...markup.matchAll(cells)].map(([, , cell]) => textIn(cell!).replace(/\s+/g, " ").trim());
  return texts.some((text) => text !== "") ? "<p>".concat(texts.join(" | "), "</p>") : "";
}

/** Raised and lowered signs as plain ones, and tables as rows of text: neither is stored. */
function spelledOut(html: string): string {
  let text = html;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text
      .replace(raisings, (_, tag: "sup" | "sub", raised: string) => raisedText(textIn(raised), tag))
      .replace(tables, (_, __, table: string) => table.replace(rows, (_row, _tag, row: string) => rowOf(row)));
  }
  return text;
}

const PASSES_MAX = 8;

/**
 * The form of rich text that is stored: shared/README.md, "Text". The contract's schema has capped its length already.
 * Doing it again changes nothing: badly nested tags settle within a few passes. The parser is loaded with the first text,
 * as many of the calls that may write one read or repeat only.
 */
export async function sanitize(html: string): Promise<string> {
  const { default: sanitizeHtml } = await import("sanitize-html");
  let safe = isLaidOut.test(html) ? spelledOut(sanitizeHtml(html, laidOut)) : html;
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const next = sanitizeHtml(safe, options).trim();
    if (next === safe) break;
    safe = next;
  }
  return safe;
}
