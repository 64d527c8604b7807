import { join } from "node:path";
import { root } from "../../bin/local/prepare.ts";

const sources = join(import.meta.dirname, "peers/portal");

/** A list page from Cloudscape's documented pattern: as one script, or with the page split off and loaded lazily. */
export const peers = ["one-chunk", "split"] as const;

/** Builds the peers and answers the folder of each, with its document under the peer's own name. */
export async function builtPeers(): Promise<Readonly<Record<(typeof peers)[number], string>>> {
  const { build } = await import("vite");
  const { default: react } = await import("@vitejs/plugin-react");
  const folders = {} as Record<(typeof peers)[number], string>;
  for (const peer of peers) {
    folders[peer] = join(root, ".cache/bench/peers", peer);
    await build({
      configFile: false,
      root: sources,
      logLevel: "warn",
      plugins: [react()],
      build: {
        outDir: folders[peer],
        emptyOutDir: true,
        target: "es2023",
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 10_000,
        rolldownOptions: { input: join(sources, `${peer}.html`) },
      },
    });
  }
  return folders;
}
