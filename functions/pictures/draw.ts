import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { Problem } from "../../shared/http/problem.ts";
import { optionalEnvironment } from "../runtime/environment.ts";
import type { PictureFormat } from "./format.ts";

/** A picture as it came, and how long its longer side may be. */
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

/** Why a picture cannot be drawn: it is none, nothing is to be seen of it, or it asks for work without end. */
export type Undrawable = "broken" | "empty" | "endless";

/** What a picture may ask of a processor, however long it waits for one: the largest that are taken want half of it. */
const WORK_MS = 4000;
const LOOK_MS = 100;
/** How long a call waits for its picture: less than its function has. */
const DRAWING_MS = 8000;
/** Of 64 KB each: what 16 million pixels take while they are scaled, and less than a function has. */
const MEMORY_PAGES_MAX = 10_240;
const HEAP_MEGABYTES = 128;

/**
 * Draws a picture anew, in a thread of its own: a small file can ask for hours of work, and nothing but its end stops
 * that. Throws `server.busy` where time or memory of ours do not suffice: that says nothing of the picture.
 */
export async function draw(picture: PictureToDraw): Promise<DrawnPicture | Undrawable> {
  setFlagsFromString(`--wasm-max-mem-pages=${MEMORY_PAGES_MAX}`);
  const thread = new Worker(new URL("../pictures/drawing.mjs", import.meta.url), {
    workerData: picture,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  const { promise, resolve, reject } = Promise.withResolvers<DrawnPicture | Undrawable>();
  const busy = () => reject(new Problem("server.busy"));
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY" || error instanceof RangeError ? busy() : reject(error),
  );
  const looking = setInterval(async () => {
    const worked = await thread.cpuUsage().catch(() => undefined); // none once the thread has ended
    if (worked !== undefined && worked.user + worked.system > WORK_MS * 1000) resolve("endless");
  }, LOOK_MS);
  const late = setTimeout(busy, Number(optionalEnvironment("DRAWING_MS") ?? DRAWING_MS));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    clearInterval(looking);
    await thread.terminate();
  }
}
