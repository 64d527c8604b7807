import DOMPurify from "dompurify";
import { useMemo } from "react";

/** The tags and attributes formatted text may have; the server keeps to the same list. */
export const allowed = {
  ALLOWED_TAGS: "p br b strong i em u s ul ol li h1 h2 h3 h4 blockquote a code pre span".split(" "),
  ALLOWED_ATTR: ["href", "start"],
  ADD_URI_SAFE_ATTR: ["start"], // is a number, and no address
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
};

/** HTML of ours, cleaned once more before it is shown. Links open in a new tab and do not say where they come from. */
export function RichText({ html }: { readonly html: string | null | undefined }) {
  const clean = useMemo(() => DOMPurify.sanitize(html ?? "", { ...allowed, RETURN_TRUSTED_TYPE: true }), [html]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only links inside are acted on, and they are links
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link arrives as a click
    <div
      className="rich-text"
      onClick={(event) => {
        const link = (event.target as Element).closest("a");
        if (!link?.href) return;
        event.preventDefault();
        window.open(link.href, "_blank", "noopener,noreferrer");
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized on write and again here
      dangerouslySetInnerHTML={{ __html: clean as unknown as string }}
    />
  );
}
