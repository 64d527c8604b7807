import type { Download } from "../api/client.ts";

/** Gives a file to the browser's downloads. */
export function saveFile({ fileName, contents }: Pick<Download, "fileName" | "contents">): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(contents);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
