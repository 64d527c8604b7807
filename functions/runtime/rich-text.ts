import sanitizeHtml from "sanitize-html";

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["p", "br", "b", "strong", "i", "em", "u", "s", "ul", "ol", "li"],
    ...["h1", "h2", "h3", "h4", "blockquote", "a", "code", "pre", "span"],
  ],
  allowedAttributes: { a: ["href", "rel"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 50,
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href !== undefined && { href }), rel: "noopener noreferrer nofollow" },
    }),
  },
};

/**
 * The form of rich text that is stored: an allow-list of tags, no attributes but a link's address. The contract's schema
 * has capped its length already. Doing it twice changes nothing.
 */
export const sanitize = (html: string): string => sanitizeHtml(html, options).trim();
