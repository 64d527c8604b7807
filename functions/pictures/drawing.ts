import { parentPort, workerData } from "node:worker_threads";
import { decodeJpeg, decodePng, encodeJpeg, encodePng, shrink } from "./codecs.ts";
import type { DrawnPicture, PictureToDraw, Undrawable } from "./draw.ts";
import { sanitizeSvg, svgText } from "./format.ts";
import { profileIn, toScreenColors } from "./profile.ts";
import { renderSvg } from "./render-svg.ts";

/** The thread that draws one picture: draw.ts starts it, and ends it when it takes too long. */
async function drawn({ bytes, format, sidePixels }: PictureToDraw): Promise<DrawnPicture | Undrawable> {
  if (format === "svg") {
    const harmless = sanitizeSvg(svgText(bytes));
    if (harmless === undefined) return "broken";
    const rendered = await renderSvg(harmless, sidePixels);
    const { data } = await decodePng(rendered);
    const isSeen = data.some((value, at) => at % 4 === 3 && value > 0);
    return isSeen ? { bytes: rendered, extension: "png" } : "empty";
  }
  const pixels = await shrink(await (format === "png" ? decodePng(bytes) : decodeJpeg(bytes)), sidePixels);
  toScreenColors(pixels, profileIn(bytes, format));
  if (format === "png") return { bytes: await encodePng(pixels), extension: "png" };
  return { bytes: await encodeJpeg(pixels), extension: "jpg" };
}

/** The machine had not the memory, whatever the picture is. */
const isOurs = (error: unknown) => error instanceof RangeError && /allocat|memory/i.test(error.message);

// what else keeps it from being drawn is the picture's fault
const broken = (error: unknown): Undrawable => {
  if (isOurs(error)) throw error;
  return "broken";
};
parentPort!.postMessage(await drawn(workerData as PictureToDraw).catch(broken));
