import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { PictureFormat } from "./format.ts";

/** A picture as it came, an SVG sanitized, and how long its longer side may be. */
export interface PictureToDraw {
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
  /** An SVG gets exactly this, others at most. */
  readonly sidePixels: number;
}

/** A picture of nothing but its pixels. */
export interface DrawnPicture {
  readonly bytes: Uint8Array;
  readonly extension: "png" | "jpg";
}

const DRAWING_MS = 5000;
/** Of 64 KB each: what 16 million pixels take while they are scaled, and less than a function has. */
const MEMORY_PAGES_MAX = 10_240;
const HEAP_MEGABYTES = 128;

/**
 * Draws a picture anew, in a thread of its own: a small file can ask for hours of work, and nothing but its end stops
 * that. Undefined when it cannot be drawn within five seconds and 640 MB.
 */
export async function draw(picture: PictureToDraw): Promise<DrawnPicture | undefined> {
  setFlagsFromString(`--wasm-max-mem-pages=${MEMORY_PAGES_MAX}`);
  const thread = new Worker(new URL("../pictures/drawing.mjs", import.meta.url), {
    workerData: picture,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  const { promise, resolve, reject } = Promise.withResolvers<DrawnPicture | undefined>();
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve(undefined) : reject(error),
  );
  const late = setTimeout(() => resolve(undefined), DRAWING_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}
