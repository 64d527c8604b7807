import { closeSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 1024 * 1024;

/** The bytes of an object: at hand, or in files one after the other, which are never held whole. */
export type Contents = Buffer | readonly string[];

/** The bytes in chunks of a megabyte at most; each is good until the next is asked for. */
export function* chunksOf(contents: Contents): Generator<Buffer> {
  if (Buffer.isBuffer(contents)) return yield contents;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (const path of contents) {
    const file = openSync(path, "r");
    try {
      for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) yield chunk.subarray(0, read);
    } finally {
      closeSync(file);
    }
  }
}
