import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";
import { compressedFiles, compressedFolder } from "../../shared/platform/portal-files.ts";

const compress = promisify(brotliCompress);

/**
 * Writes scripts and styles a second time as brotli at its best makes them: CloudFront compresses while somebody waits, and
 * spends less on it.
 */
export function compressed(): Plugin {
  return {
    name: "laurel-compressed",
    apply: "build",
    async writeBundle({ dir = "" }) {
      const names = (await readdir(dir, { recursive: true })).filter((name) =>
        new RegExp(compressedFiles).test(`/${name}`),
      );
      await Promise.all(
        names.map(async (name) => {
          const bytes = await readFile(join(dir, name));
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          };
          const file = join(dir, compressedFolder, name);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, await compress(bytes, { params }));
        }),
      );
    },
  };
}
