import type { Plugin } from "vite";

const isFile = /\.(wasm|ttf)$/;
const mark = "?path";
/** What code under test imports of these is a module of the tests', wherever the file lies. */
export const isFilePath = /\?path$/;

/** Gives code under test the path of a WebAssembly or font file that it imports, as the functions' build does. */
export const filePaths = (): Plugin => ({
  name: "laurel-file-paths",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!isFile.test(source)) return undefined;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && found.id + mark;
  },
  load: (id) => (id.endsWith(mark) ? `export default ${JSON.stringify(id.slice(0, -mark.length))};` : undefined),
});
