import { readFile } from "node:fs/promises";

/** Compiles a bundled WebAssembly file; it lies beside the bundle. */
export const compile = async (path: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(new Uint8Array(await readFile(new URL(path, import.meta.url))));

const started = new Map<string, Promise<unknown>>();
/** Starts a module once in this process, however often it is asked for. */
export function once(name: string, start: () => Promise<unknown>): Promise<unknown> {
  const running = started.get(name) ?? start();
  started.set(name, running);
  return running;
}
