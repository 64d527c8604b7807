import { html } from "../../../shared/http/html.ts";

/** Plain text as HTML, a paragraph of each line, empty ones too. */
export const paragraphsOf = (text: string): string =>
  text === ""
    ? ""
    : text
        .split("\n")
        .map((line) => html`<p>${line}</p>`.text)
        .join("");

/** What formatted text says, a line of each of its blocks. */
export function linesOf(formatted: string): string {
  const page = new DOMParser().parseFromString(
    formatted.replace(/<\/(?:p|li|h\d|blockquote|pre)>|<br[^>]*>/g, "$&\n"),
    "text/html",
  );
  return (page.body.textContent ?? "").replace(/\n{3,}/g, "\n\n").trim();
}
