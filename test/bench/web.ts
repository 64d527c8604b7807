import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "playwright-core";

/** First-load kilobytes of a page: every file of the portal it asks for, each compressed with brotli at its best. */
export interface PageWeight {
  readonly path: string;
  readonly kilobytes: number;
  readonly files: number;
}

const compressed = new Map<string, number>();

function brotliBytes(file: string): number {
  const known = compressed.get(file);
  if (known !== undefined) return known;
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  // A font is compressed already and travels as it is.
  const size = file.endsWith(".woff2") ? bytes.length : brotliCompressSync(bytes, { params }).length;
  compressed.set(file, size);
  return size;
}

/** Opens a path in an empty browser cache and weighs scripts and styles it loads from the portal's files. */
export async function weighPage(page: Page, portal: string, origin: string, path: string): Promise<PageWeight> {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { origin: from, pathname } = new URL(request.url());
    if (from === origin && ["script", "stylesheet", "document"].includes(request.resourceType())) asked.add(pathname);
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const files = [...asked]
    .map((pathname) => join(portal, pathname))
    .filter((file) => existsSync(file) && /\.\w+$/.test(file));
  const bytes = [join(portal, "index.html"), ...files].reduce((sum, file) => sum + brotliBytes(file), 0);
  return { path, kilobytes: Math.round(bytes / 102.4) / 10, files: files.length };
}
