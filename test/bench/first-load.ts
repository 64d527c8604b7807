import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** What a page loads the first time it is opened: the document, its scripts and its styles. */
export interface FirstLoad {
  readonly bytes: number;
  readonly files: readonly string[];
}

/** The pages whose first load has a budget: their document, and what is loaded with the page at that path. */
export const budgets = {
  "/login": { document: "sign-in.html", modules: [], kilobytes: 110 },
  /** A learner's. */
  "/": { document: "index.html", modules: ["app/shell.tsx", "credential/browse-page.tsx"], kilobytes: 170 },
  /** On a phone, where a list is cards. */
  "/credentials": {
    document: "index.html",
    modules: ["app/shell.tsx", "ui/cloudscape.tsx", "credential/list-page.tsx"],
    kilobytes: 300,
  },
  "/Certificate": { document: "certificate.html", modules: [], kilobytes: 110 },
  "/verify": { document: "verify.html", modules: [], kilobytes: 20 },
} as const;

/** What the page at a path loads, as the built portal's manifest has it. */
export function firstLoad(portal: string, path: keyof typeof budgets): FirstLoad {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(portal, ".vite/manifest.json"), "utf8"));
  const { document, modules } = budgets[path];
  const files = new Set([document, "before-paint.js", "themes/default.css"]);
  const load = (name: string) => {
    const { file, imports = [], css = [] } = manifest[name]!;
    if (files.has(file)) return;
    for (const each of [file, ...css]) files.add(each);
    imports.forEach(load);
  };
  for (const name of [document, ...modules]) load(name);
  return weigh(portal, [...files]);
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The bytes of files of the built portal, each compressed with brotli at its best. */
export const weigh = (portal: string, files: readonly string[]): FirstLoad => ({
  bytes: files.reduce((sum, file) => sum + brotliBytes(join(portal, file)), 0),
  files,
});

const compressed = new Map<string, number>();

function brotliBytes(file: string): number {
  const known = compressed.get(file);
  if (known !== undefined) return known;
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const size = brotliCompressSync(bytes, { params }).length;
  compressed.set(file, size);
  return size;
}
