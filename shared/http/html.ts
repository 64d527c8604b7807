/** HTML that is safe to put into HTML. Made of a string only where that is our own. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: a text, which is escaped, markup, several of it, or nothing. */
type Part = string | number | Markup | readonly Markup[] | undefined;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const markupOf = (part: Part): string => {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.text;
  return typeof part === "object" ? part.map(({ text }) => text).join("") : escaped(String(part));
};

/**
 * Markup from a template, the only way in which pages, mails, prints and rich text are made of what people wrote: texts in it
 * are texts, whatever they hold. Attributes that hold one are written in quotes.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...parts.map(markupOf)));

/** Plain text as rich text: a paragraph of each line that says something. */
export const paragraphsOf = (text: string): string =>
  markupOf(text.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [html`<p>${line}</p>`])));
