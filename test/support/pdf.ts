import { getDocumentProxy } from "unpdf";

/** A piece of text on a page of a PDF, and where its line begins: points from the page's left and lower edge. */
export interface PrintedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Points from the page's left edge to where it ends. */
  readonly end: number;
}

/** A page of a PDF, its size in points. */
export interface PrintedPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PrintedText[];
  /** All its text without white space, as line breaks are nobody's words. */
  readonly said: string;
}

/** A text as `said` has it. */
export const unspaced = (text: string): string => text.normalize("NFKC").replace(/\s+/g, "");

/** What a PDF's pages say, and where. */
export async function readPdf(bytes: Uint8Array): Promise<PrintedPage[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) =>
      "str" in item && item.str.trim() !== ""
        ? [{ text: item.str, x: item.transform[4], y: item.transform[5], end: item.transform[4] + item.width }]
        : [],
    );
    pages.push({ width, height, texts, said: unspaced(texts.map(({ text }) => text).join("")) });
  }
  await document.loadingTask.destroy();
  return pages;
}
