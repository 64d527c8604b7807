import { parentPort, workerData } from "node:worker_threads";
import { decodeJpeg, decodePng, encodeJpeg, encodePng, shrink } from "./codecs.ts";
import type { DrawnPicture, PictureToDraw } from "./draw.ts";
import { renderSvg } from "./render-svg.ts";

/** The thread that draws one picture: draw.ts starts it, and ends it when it takes too long. */
async function drawn({ bytes, format, sidePixels }: PictureToDraw): Promise<DrawnPicture> {
  if (format === "svg")
    return { bytes: await renderSvg(new TextDecoder().decode(bytes), sidePixels), extension: "png" };
  const pixels = await shrink(await (format === "png" ? decodePng(bytes) : decodeJpeg(bytes)), sidePixels);
  if (format === "png") return { bytes: await encodePng(pixels), extension: "png" };
  return { bytes: await encodeJpeg(pixels), extension: "jpg" };
}

// what cannot be drawn is the picture's fault, and says so by no answer
parentPort!.postMessage(await drawn(workerData as PictureToDraw).catch(() => undefined));
