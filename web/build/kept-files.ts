import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const script = "before-paint.js";

/**
 * Gives the themes and the script before the first paint addresses that tell their contents, so that browsers keep them for
 * good. They stay where they were, too: documents that were opened before a deployment ask for them there.
 */
export function keptFiles(folder: string): Plugin {
  return {
    name: "laurel-kept-files",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const source = readFileSync(join(folder, script), "utf8");
        const scriptName = `assets/before-paint-${hashOf(source)}.js`;
        this.emitFile({ type: "asset", fileName: scriptName, source });
        const sheets = readdirSync(join(folder, "themes")).map((name) => ({
          theme: name.replace(".css", ""),
          source: readFileSync(join(folder, "themes", name), "utf8"),
        }));
        const sheetName = `assets/theme-*-${hashOf(sheets.map((sheet) => sheet.source).join())}.css`;
        for (const { theme, source } of sheets)
          this.emitFile({ type: "asset", fileName: sheetName.replace("*", theme), source });
        for (const document of Object.values(bundle)) {
          if (document.type !== "asset" || !document.fileName.endsWith(".html")) continue;
          document.source = String(document.source).replace(
            `<script src="/${script}">`,
            `<script src="/${scriptName}" data-themes="/${sheetName}">`,
          );
        }
      },
    },
  };
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 8);
