import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";
import { filePaths, isFilePath } from "./test/support/file-paths.ts";
import { firefoxPath } from "./test/support/firefox.ts";
import { measuredSlowness } from "./test/support/slowness.ts";
import { worldSources } from "./test/support/world/world-sources.ts";
import { callTable } from "./web/build/call-table.ts";

const slowness = measuredSlowness();
const common = {
  setupFiles: ["test/support/setup.ts"],
  testTimeout: 300_000 * slowness,
  hookTimeout: 420_000 * slowness,
  expect: { poll: { timeout: 30_000 * slowness } }, // a second, unless told, is what a busy machine takes for one call
  env: { SLOWNESS: String(slowness) },
  css: { include: [/\?raw$/] }, // what a function takes as a text is not left out like a page's styles
};

/** `node` tests rules, the API, the stack and the tools; `portal` renders pages over the same running world. */
export default defineConfig({
  cacheDir: ".cache/vitest",
  server: { watch: { ignored: ["**/{.cache,.laurel,cdk.out,dist}/**"] } },
  test: {
    globalSetup: ["test/support/world/global-setup.ts"],
    // in watch mode: the tests ask a world that is built from these, which no import tells
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, ...worldSources.map((source) => `**/${source}{,/**}`)],
    maxWorkers: 2,
    // an answer that a page has left while it came is closed once more by the tests' window (happy-dom 21)
    onUnhandledError: ({ message, stack = "" }) =>
      !(
        message.endsWith("Controller is already closed") &&
        stack.includes("/happy-dom/lib/fetch/utilities/FetchBodyUtility")
      ),
    projects: [
      {
        plugins: [filePaths()],
        test: {
          ...common,
          name: "node",
          isolate: false,
          setupFiles: [...common.setupFiles, "test/support/fresh-modules.ts"],
          environment: "node",
          include: ["test/**/*.test.ts"],
          exclude: ["test/journeys/**", "test/afterwards/**", "test/deep/**"],
          server: { deps: { inline: [isFilePath, /@resvg\/resvg-wasm/] } }, // which starts once in its own module
        },
      },
      {
        plugins: [react(), callTable()],
        test: {
          ...common,
          name: "portal",
          isolate: false,
          setupFiles: [...common.setupFiles, "test/support/portal-setup.ts"],
          environment: "./test/support/window.ts",
          // the tests' own helpers ask the world's control port from the portal's window
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          include: ["test/**/*.test.tsx"],
          server: { deps: { inline: [/@cloudscape-design\//] } },
        },
      },
      {
        test: {
          ...common,
          name: "afterwards",
          environment: "node",
          include: ["test/afterwards/**/*.test.ts"],
          sequence: { groupOrder: 1 }, // looks at what the others have left
        },
      },
      {
        test: {
          ...common,
          name: "journeys",
          environment: "node",
          include: ["test/journeys/**/*.test.ts"],
        },
      },
      {
        test: {
          ...common,
          name: "deep", // takes minutes: npm run test:deep
          environment: "node",
          include: ["test/deep/**/*.test.ts"],
          exclude: firefoxPath ? [] : ["test/deep/firefox.test.ts"],
          testTimeout: 1_800_000 * slowness,
        },
      },
    ],
  },
});
