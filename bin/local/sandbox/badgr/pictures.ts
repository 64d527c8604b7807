import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pngDecode, { init as startDecoder } from "@jsquash/png/decode.js";
import pngEncode, { init as startEncoder } from "@jsquash/png/encode.js";
import startResizer, { resize } from "@jsquash/resize/lib/resize/pkg/squoosh_resize.js";
import { sizeOf } from "../../../../functions/pictures/format.ts";

const SIDE_PIXELS_MAX = 400;
const LANCZOS3 = 3;
const prefix = "data:image/png;base64,";

/** A call's body with its picture as the service keeps it: no side of a PNG is longer than 400 pixels. */
export async function contained(body: Buffer): Promise<Buffer> {
  if (!body.includes(prefix)) return body;
  const wish = parsed(body);
  if (typeof wish?.image !== "string" || !wish.image.startsWith(prefix)) return body;
  const bytes = Buffer.from(wish.image.slice(prefix.length), "base64");
  const size = sizeOf(bytes, "png");
  if (size === undefined || Math.max(size.width, size.height) <= SIDE_PIXELS_MAX) return body;
  const image = `${prefix}${(await shrunk(bytes)).toString("base64")}`;
  return Buffer.from(JSON.stringify({ ...wish, image }));
}

function parsed(body: Buffer): { image?: unknown } | undefined {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

let starting: Promise<unknown> | undefined;

async function start(): Promise<void> {
  const compile = async (name: string) =>
    WebAssembly.compile(new Uint8Array(await readFile(fileURLToPath(import.meta.resolve(name)))));
  const png = await compile("@jsquash/png/codec/pkg/squoosh_png_bg.wasm");
  await startDecoder(png);
  await startEncoder(png);
  await startResizer(await compile("@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm"));
}

async function shrunk(bytes: Buffer): Promise<Buffer> {
  starting ??= start();
  await starting;
  const { width, height, data } = await pngDecode(new Uint8Array(bytes).buffer);
  const scale = SIDE_PIXELS_MAX / Math.max(width, height);
  const [toWidth, toHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const pixels = resize(new Uint8Array(data), width, height, toWidth, toHeight, LANCZOS3, true, true);
  const small = new ImageData(new Uint8ClampedArray(pixels), toWidth, toHeight);
  return Buffer.from(await pngEncode(small));
}
