import type { Download } from "../../api/client.ts";

/** Gives a file to the browser's downloads. */
export function saveFile({ fileName, contents }: Pick<Download, "fileName" | "contents">): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(contents);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Gives CSV text to the browser's downloads, marked so that spreadsheets read its letters right. */
export const saveCsvText = (fileName: string, text: string): void =>
  saveFile({ fileName, contents: new Blob([`\uFEFF${text}\r\n`], { type: "text/csv;charset=utf-8" }) });
