import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { apiReference } from "./build/api-reference.tsx";
import { callTable } from "./build/call-table.ts";
import { compressed } from "./build/compressed.ts";
import { eventExamples } from "./build/event-examples.tsx";
import { keptFiles } from "./build/kept-files.ts";
import { routePreloads } from "./build/route-preloads.ts";
import { sharedScripts } from "./build/shared-scripts.ts";
import { withoutUnused } from "./build/slimming.ts";
import { staticDocuments } from "./build/static-words.ts";
import { writeThemes } from "./build/themes.ts";

const themes = (): Plugin => ({
  name: "laurel-themes",
  buildStart: () => writeThemes(join(import.meta.dirname, "public/themes")),
});

/** Seven letters tell a file from its next version; the first script lists all names, and each letter weighs there. */
const hashed = "assets/[name]-[hash:7]";
/** What a part's name says of it, as short as it still tells one from another. */
const shortened = (name: string) => name.replace(/-page$/, "").slice(0, 12);

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, "../.cache/vite"),
  plugins: [
    react(),
    callTable(),
    themes(),
    staticDocuments(),
    apiReference(join(import.meta.dirname, "public/openapi.json")),
    eventExamples(),
    routePreloads(),
    keptFiles(join(import.meta.dirname, "public")),
    withoutUnused(),
    compressed(),
  ],
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: `${hashed}.js`, chunkFileNames: `${hashed}.js` } },
  },
  build: {
    target: "es2023",
    outDir: join(import.meta.dirname, "../dist/portal"),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        ...Object.fromEntries(
          ["index", "sign-in", "account", "certificate", "verify", "developers"].map((name) => [
            name,
            join(import.meta.dirname, `${name}.html`),
          ]),
        ),
        "certificate-checks": join(import.meta.dirname, "certificate/checks-start.ts"),
      },
      output: {
        codeSplitting: sharedScripts(),
        // pages of certificates are written once and name this script and these fonts for ever
        entryFileNames: ({ name }) => (name === "certificate-checks" ? "[name].js" : `${hashed}.js`),
        chunkFileNames: ({ name }) => `assets/${shortened(name)}-[hash:7].js`,
        assetFileNames: ({ names: [name = ""] }) =>
          name.startsWith("open-sans-")
            ? "assets/[name][extname]"
            : `assets/${shortened(name.replace(/\.\w+$/, ""))}-[hash:7][extname]`,
      },
    },
  },
});
