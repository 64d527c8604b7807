import { readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { travelling } from "../../bin/local/cloud/compression.ts";
import { compressedFiles, compressedFolder } from "../../shared/platform/portal-files.ts";

/** What a page loads the first time it is opened: the document, its scripts and its styles. */
export interface FirstLoad {
  readonly bytes: number;
  readonly files: readonly string[];
}

/** The pages whose first load has a budget: their document, and what is loaded with the page at that path. */
export const budgets = {
  "/login": { document: "sign-in.html", modules: [], kilobytes: 20.5 },
  /** A learner's. */
  "/": { document: "index.html", modules: ["app/shell.tsx", "credential/browse-page.tsx"], kilobytes: 159 },
  /** On a phone, where a list is cards and draws nothing with Cloudscape. */
  "/credentials": {
    document: "index.html",
    modules: ["app/shell.tsx", "credential/list-page.tsx"],
    kilobytes: 167,
  },
  /** A learner's, until the editor of formatted text is asked for. */
  "/credential/:id/submit": {
    document: "index.html",
    modules: ["app/shell.tsx", "submission/submit-page.tsx"],
    kilobytes: 198.5,
  },
  /** A reviewer's with the fields of the judgement, until the editor of formatted text is asked for. */
  "/acceptedJobs/submissions/:id": {
    document: "index.html",
    modules: ["app/shell.tsx", "review/grading-page.tsx", "content/review/grading/grading-panel.tsx"],
    kilobytes: 202.5,
  },
  "/Certificate": { document: "certificate.html", modules: [], kilobytes: 107.5 },
  "/verify": { document: "verify.html", modules: [], kilobytes: 14 },
  "/developers": { document: "developers.html", modules: [], kilobytes: 30 },
} as const;

/** What the page at a path loads, as the built portal's manifest has it. */
export function firstLoad(portal: string, path: keyof typeof budgets): FirstLoad {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(portal, ".vite/manifest.json"), "utf8"));
  const { document, modules } = budgets[path];
  const html = readFileSync(join(portal, document), "utf8");
  const preloads = /<script src="\/([^"]*)" async/.exec(html);
  const [, beforePaint, themes] = /<script src="\/([^"]*)" data-themes="\/([^"]*)"/.exec(html)!;
  const theme = themes!.replace("*", "default");
  const files = new Set([document, beforePaint!, theme, ...(preloads ? [preloads[1]!] : [])]);
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

/** The bytes of files of the built portal as the distribution sends them: see lib/portal/portal-stack.ts. */
export const weigh = (portal: string, files: readonly string[]): FirstLoad => ({
  bytes: files.reduce((sum, file) => sum + sentBytes(portal, file), 0),
  files,
});

function sentBytes(portal: string, file: string): number {
  if (new RegExp(compressedFiles).test(`/${file}`)) return statSync(join(portal, compressedFolder, file)).size;
  return travelling(readFileSync(join(portal, file)), types[extname(file)] ?? "", "br").body.length;
}

/** Of the files that are compressed on their way. */
const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
