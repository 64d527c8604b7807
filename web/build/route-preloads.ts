import { join } from "node:path";
import { minifySync, type Plugin, type Rolldown, runnerImport } from "vite";
import { askEarly } from "../api/ask-early.ts";
import type { Ask, PageRoute } from "../session/page.ts";
import { phoneWidthMaxPx } from "../ui/width.ts";
import { earlyAsks } from "./early-asks.ts";
import { type Preload, preloadRoutes } from "./preload-route.ts";

const recordsFile = join(import.meta.dirname, "../app/records.ts");
const shellFile = "app/shell.tsx";
const cloudscapeFile = "ui/look/cloudscape.tsx";
/** What a list asks for by itself where it is shown as a table. */
const tableFiles = ["ui/lists/collection-table.tsx", "ui/lists/table-controls.tsx"];

/** A page's record, with the file that its page is in. */
type Placed = Pick<PageRoute, "path" | "roles" | "frame"> & {
  readonly ask?: Ask;
  readonly light?: true;
  readonly file: string;
};

/** Asks the route records which file each page is in; no page is loaded for it. */
const pageFiles: Plugin = {
  name: "laurel-page-files",
  enforce: "pre",
  resolveId: (id) => (id === "virtual:page-files" ? id : undefined),
  load(id) {
    if (id.endsWith("-page.tsx")) return `export const file = ${JSON.stringify(id)};`;
    if (id !== "virtual:page-files") return undefined;
    return `import { records } from ${JSON.stringify(recordsFile)};
      const paged = records.filter(({ page }) => page !== undefined);
      export const placed = await Promise.all(paged.map(async (each) => ({ ...each, file: (await each.page()).file })));`;
  },
};

/**
 * Lets the browser fetch the scripts and styles of the page at its address beside the portal's first script, which would
 * ask for them only when it runs. The small script that knows them all is made from the route records at build time.
 */
export function routePreloads(): Plugin {
  return {
    name: "laurel-route-preloads",
    apply: "build",
    generateBundle: {
      order: "post", // scripts that only bring a style along are gone by then
      async handler(_, bundle) {
        const whole = `(${preloadRoutes})(${JSON.stringify(await preloadsOf(bundle))}, innerWidth > ${phoneWidthMaxPx}, ${askEarly});`;
        const { code: source } = minifySync("route-preloads.js", whole);
        const script = this.getFileName(this.emitFile({ type: "asset", name: "route-preloads.js", source }));
        const document = bundle["index.html"];
        if (document?.type !== "asset") throw new Error("The portal has no index.html.");
        document.source = String(document.source).replace(
          "<head>",
          `<head><script src="/${script}" async fetchpriority="high"></script>`,
        );
        const signIn = bundle["sign-in.html"];
        if (signIn?.type !== "asset") throw new Error("The portal has no sign-in.html.");
        signIn.source = String(signIn.source).replace(
          'id="sign-in"',
          `id="sign-in" data-next="${firstScripts(bundle)}"`,
        );
      },
    },
  };
}

/** The scripts that every page begins with. */
const firstScripts = (bundle: Rolldown.OutputBundle): string =>
  Object.values(bundle)
    .flatMap((each) => (each.type === "chunk" && each.facadeModuleId?.endsWith("/web/index.html") ? [each] : []))
    .flatMap(({ fileName, imports }) => [fileName, ...imports])
    .map((file) => `/${file}`)
    .join(" ");

const byNumber = (one: number, other: number) => one - other;

async function preloadsOf(bundle: Rolldown.OutputBundle): Promise<readonly [files: string[], routes: Preload[]]> {
  const { module } = await runnerImport<{ readonly placed: readonly Placed[] }>("virtual:page-files", {
    configFile: false,
    plugins: [pageFiles],
  });
  const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkOf = (file: string) => {
    const isIt = (id: string | null) => id?.endsWith(`/web/${file}`) === true;
    const found =
      chunks.find(({ facadeModuleId }) => isIt(facadeModuleId)) ?? chunks.find(({ moduleIds }) => moduleIds.some(isIt));
    if (found === undefined) throw new Error(`No script of the portal has web/${file}.`);
    return found;
  };
  const filesOf = (starts: readonly Rolldown.OutputChunk[], known = new Set<string>()): Set<string> => {
    const files = new Set<string>();
    const visit = ({ fileName, imports, viteMetadata }: Rolldown.OutputChunk) => {
      if (known.has(fileName) || files.has(fileName)) return;
      for (const each of [fileName, ...(viteMetadata?.importedCss ?? [])]) if (!known.has(each)) files.add(each);
      for (const name of imports) {
        const chunk = byName.get(name);
        if (chunk) visit(chunk);
      }
    };
    starts.forEach(visit);
    return files;
  };
  const entry = filesOf([chunkOf("index.html")]);
  const table = tableFiles.map(chunkOf);
  const named: string[] = [];
  const at = (file: string) => (named.includes(file) ? named.indexOf(file) : named.push(file) - 1);
  const routes: Preload[] = [];
  const asks = await earlyAsks(module.placed);
  for (const [
    index,
    { path, roles, frame = roles === "public" ? "plain" : "shell", light, file },
  ] of module.placed.entries()) {
    const around = [...(light ? [] : [cloudscapeFile]), ...(frame === "shell" ? [shellFile] : [])];
    const wanted = [file.slice(file.indexOf("/web/") + "/web/".length), ...around].map(chunkOf);
    const files = filesOf(wanted, entry);
    const isList = [...files].some((name) => byName.get(name)?.dynamicImports.includes(table[0]!.fileName));
    const ofTable = isList ? filesOf(table, new Set([...entry, ...files])) : [];
    // the page's own script first, the others by number: lists that resemble each other are sent in fewer bytes
    const [own, ...others] = [...files].map(at);
    routes.push([path, roles, [own!, ...others.sort(byNumber)], [...ofTable].map(at).sort(byNumber), asks[index]!]);
  }
  return [named, routes];
}
