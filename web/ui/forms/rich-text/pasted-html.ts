import DOMPurify from "dompurify";
import { raisedText } from "../../../../shared/http/raised.ts";
import { allowed } from "../../look/rich-text.tsx";

/** What is read of a paste before it is put into our own tags: how programs write emphasis, lists and tables. */
const read = {
  ALLOWED_TAGS: [
    ...allowed.ALLOWED_TAGS,
    ..."del strike ins sub sup table caption thead tbody tfoot tr td th h5 h6".split(" "),
    ..."div section article header footer main aside figure figcaption dl dt dd address center".split(" "),
  ],
  ALLOWED_ATTR: [...allowed.ALLOWED_ATTR, "style", "class", "aria-level", "data-aria-level"],
  ADD_URI_SAFE_ATTR: allowed.ADD_URI_SAFE_ATTR,
  ALLOWED_URI_REGEXP: allowed.ALLOWED_URI_REGEXP,
};
const blocks = "div section article header footer main aside figure figcaption dl dt dd address center h5 h6".split(
  " ",
);
/** Tags of the same meaning as one that may be stored. */
const renamed: Readonly<Record<string, string>> = { del: "s", strike: "s", ins: "u", h5: "h4", h6: "h4" };
const blockInside = `p, ul, ol, table, h1, h2, h3, h4, blockquote, pre, ${blocks.join(", ")}`;

/** What a style says of emphasis, and the tag that keeps it. */
const emphases: readonly (readonly [tag: string, says: RegExp])[] = [
  ["strong", /font-weight\s*:\s*(?:bold|[6-9]\d\d)/i],
  ["em", /font-style\s*:\s*italic/i],
  ["u", /text-decoration[\w-]*\s*:[^;]*underline/i],
  ["s", /text-decoration[\w-]*\s*:[^;]*line-through/i],
  ["sup", /vertical-align\s*:\s*super/i],
  ["sub", /vertical-align\s*:\s*sub(?!er)/i],
];
const plainBold = /font-weight\s*:\s*(?:normal|[1-5]\d\d)/i;
const styleOf = (element: Element) => element.getAttribute("style") ?? "";

/**
 * HTML from another program's clipboard in the tags that may be stored, so that what meant something still says it: styles
 * become emphasis, tables rows of text, lists of Word lists, raised and lowered signs plain ones.
 */
export function pastedHtml(html: string): string {
  const body = DOMPurify.sanitize(withoutComments(html), { ...read, RETURN_DOM: true }) as unknown as HTMLElement;
  for (const element of [...body.querySelectorAll("[style]")]) emphasize(element);
  for (const bold of [...body.querySelectorAll("b, strong")]) if (plainBold.test(styleOf(bold))) unwrap(bold);
  for (const raised of [...body.querySelectorAll("sup, sub")])
    raised.replaceWith(raisedText(raised.textContent, raised.localName === "sup" ? "sup" : "sub"));
  listsOfWord(body);
  listsOfWordOnline(body);
  for (const table of [...body.querySelectorAll("table")].reverse()) table.replaceWith(...rowsOf(table)); // innermost first
  for (const [tag, kept] of Object.entries(renamed))
    for (const element of [...body.querySelectorAll(tag)]) rename(element, kept);
  for (const element of [...body.querySelectorAll(blocks.join(", "))].reverse())
    if (element.querySelector(blockInside) === null) rename(element, "p");
    else unwrap(element);
  for (const element of [...body.querySelectorAll("[style], [class]")])
    for (const name of ["style", "class"]) element.removeAttribute(name);
  return body.innerHTML;
}

/** Word marks what older programs are to leave out by comments; its marks of lists are kept, what is for no reader goes. */
function withoutComments(html: string): string {
  const text = html.replace(/<!\[if !supportLists\]>|<!\[endif\]>/gi, "");
  const ends = { xml: /<\/xml>/gi, style: /<\/style>/gi, "o:p": /<\/o:p>/gi };
  const unclosed = new Set<string>();
  let kept = "";
  let from = 0;
  for (const { index, 0: opening, 1: tag } of text.matchAll(/<(xml|style|o:p)\b[^<>]*>/gi)) {
    const name = tag!.toLowerCase() as keyof typeof ends;
    if (index < from || unclosed.has(name)) continue; // looked for once: the whole text is gone through once for each
    ends[name].lastIndex = index + opening.length;
    if (ends[name].test(text)) {
      kept += text.slice(from, index);
      from = ends[name].lastIndex;
    } else unclosed.add(name);
  }
  return kept + text.slice(from);
}

function emphasize(element: Element): void {
  if (/^(?:p|div|li|ul|ol|table|t[dhr]|thead|tbody|tfoot|h\d)$/.test(element.localName)) return;
  for (const [tag, says] of emphases) {
    if (!says.test(styleOf(element)) || element.closest(tag) !== null || element.textContent.trim() === "") continue;
    const wrapper = element.ownerDocument.createElement(tag);
    wrapper.append(...element.childNodes);
    element.append(wrapper);
  }
}

function rename(element: Element, tag: string): void {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Its caption, and a paragraph of each row, its cells with a bar between. */
function rowsOf(table: Element): Element[] {
  for (const block of [...table.querySelectorAll(`${blockInside}, li, br`)]) {
    block.before(" "); // words that it keeps apart
    block.after(" ");
  }
  return [...table.querySelectorAll("caption, tr")].flatMap((row) => {
    const parts = row.localName === "caption" ? [row] : [...row.children];
    const cells = parts.map((cell) => cell.textContent.replace(/\s+/g, " ").trim());
    if (cells.every((cell) => cell === "")) return [];
    const paragraph = table.ownerDocument.createElement("p");
    paragraph.textContent = cells.join(" | ");
    return [paragraph];
  });
}

/** An entry of a list as programs write one outside a list: how deep, of which kind, with which number. */
interface Entry {
  readonly element: Element;
  readonly level: number;
  readonly start: number | undefined;
}

/** Word's list paragraphs: their mark stands in the text, their depth in the style. */
function listsOfWord(body: HTMLElement): void {
  const entries = [...body.querySelectorAll("p")].flatMap((element): Entry[] => {
    const level = /mso-list\s*:[^;]*\blevel(\d)/i.exec(styleOf(element))?.[1];
    if (level === undefined) return [];
    const mark = element.querySelector('span[style*="mso-list"]');
    const [, number] = /^\s*\(?(\d+|[a-z]+)[.)]/i.exec(mark?.textContent ?? "") ?? [];
    mark?.remove();
    return [{ element, level: Number(level), start: number === undefined ? undefined : Number(number) || 1 }];
  });
  putIntoLists(entries);
}

/** Word on the web wraps each entry into a list of its own, which says how deep it is. */
function listsOfWordOnline(body: HTMLElement): void {
  const entries = [...body.querySelectorAll("li[data-aria-level]")].map((element): Entry => {
    const list = element.parentElement!;
    const start = list.localName === "ol" ? Number(list.getAttribute("start") ?? 1) : undefined;
    const wrapper = list.parentElement?.classList.contains("ListContainerWrapper") ? list.parentElement : list;
    if (wrapper.parentElement !== null && wrapper.textContent === element.textContent) wrapper.replaceWith(element);
    return { element, level: Number(element.getAttribute("data-aria-level")), start };
  });
  putIntoLists(entries);
}

/** Puts entries that follow each other into lists within lists. */
function putIntoLists(entries: readonly Entry[]): void {
  let open: { list: Element; level: number }[] = [];
  let last: Element | undefined;
  for (const { element, level, start } of entries) {
    const before = element.previousElementSibling;
    if (open.length === 0 || before !== open[0]!.list) open = [];
    const document = element.ownerDocument;
    const item = document.createElement("li");
    const isOrdered = start !== undefined;
    while (open.length > 0 && open.at(-1)!.level > level) open.pop();
    const current = open.at(-1);
    if (current?.level === level && current.list.localName === (isOrdered ? "ol" : "ul")) {
      current.list.append(item);
      item.append(...element.childNodes);
      element.remove();
    } else {
      const list = document.createElement(isOrdered ? "ol" : "ul");
      if (isOrdered && start > 1) list.setAttribute("start", String(start));
      list.append(item);
      item.append(...element.childNodes);
      if (current !== undefined && current.level < level) {
        last!.append(list);
        element.remove();
      } else {
        open = [];
        element.replaceWith(list);
      }
      open.push({ list, level });
    }
    last = item;
  }
}
