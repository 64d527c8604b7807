import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Shelf } from "../../functions/platform/model/invariants/shelf.ts";

const [zip, unzip] = [promisify(gzip), promisify(gunzip)];

/** Gives some work a shelf on this machine's disk, which is taken away with all that lies on it when the work is over. */
export async function withDiskShelf<Done>(work: (shelf: Shelf) => Promise<Done>): Promise<Done> {
  const folder = await mkdtemp(join(tmpdir(), "laurel-parts-"));
  const stop = () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  try {
    return await work({
      async put(name, lines) {
        const path = join(folder, name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, await zip(lines.join("\n"), { level: 1 }));
      },
      async *take(beginning) {
        const within = join(folder, dirname(`${beginning}.`));
        const found = await readdir(within).catch(() => []);
        for (const name of found.toSorted())
          yield (await unzip(await readFile(join(within, name)))).toString().split("\n");
      },
    });
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
    await rm(folder, { recursive: true, force: true });
  }
}
