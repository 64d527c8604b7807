import jpegDecoderPath from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import jpegEncoderPath from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import jpegDecode, { init as startJpegDecoder } from "@jsquash/jpeg/decode.js";
import jpegEncode, { init as startJpegEncoder } from "@jsquash/jpeg/encode.js";
// @ts-expect-error the package describes the module; the bundler gives the path of the file
import pngPath from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";
import pngDecode, { init as startPngDecoder } from "@jsquash/png/decode.js";
import pngEncode, { init as startPngEncoder } from "@jsquash/png/encode.js";
import startResizer, { resize } from "@jsquash/resize/lib/resize/pkg/squoosh_resize.js";
// @ts-expect-error the package describes the module; the bundler gives the path of the file
import resizerPath from "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm";
import { compile, once } from "./wasm-start.ts";

const LANCZOS3 = 3;
const JPEG_QUALITY = 85;

/** The pixels of a PNG, 8 bits a channel. */
export async function decodePng(bytes: Uint8Array): Promise<ImageData> {
  await once("png", startPng);
  return pngDecode(exactly(bytes));
}

/** The pixels of a JPEG, turned upright. */
export async function decodeJpeg(bytes: Uint8Array): Promise<ImageData> {
  await once("jpeg-decoder", async () => startJpegDecoder(await compile(jpegDecoderPath)));
  return jpegDecode(exactly(bytes), { preserveOrientation: true });
}

/** A PNG of the pixels, with nothing else in it. */
export async function encodePng(pixels: ImageData): Promise<Uint8Array> {
  await once("png", startPng);
  return new Uint8Array(await pngEncode(pixels));
}

/** A JPEG of the pixels, with nothing else in it. */
export async function encodeJpeg(pixels: ImageData): Promise<Uint8Array> {
  await once("jpeg-encoder", async () => startJpegEncoder(await compile(jpegEncoderPath)));
  return new Uint8Array(await jpegEncode(pixels, { quality: JPEG_QUALITY }));
}

/** Scales pixels down so that no side is longer than `sidePixels`; smaller ones stay as they are. */
export async function shrink(pixels: ImageData, sidePixels: number): Promise<ImageData> {
  const { width, height, data } = pixels;
  const scale = sidePixels / Math.max(width, height);
  if (scale >= 1) return pixels;
  await once("resizer", async () => startResizer(await compile(resizerPath)));
  const [toWidth, toHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const small = resize(bytes, width, height, toWidth, toHeight, LANCZOS3, true, true);
  return new ImageData(new Uint8ClampedArray(small), toWidth, toHeight);
}

async function startPng(): Promise<void> {
  const module = await compile(pngPath);
  await startPngDecoder(module);
  await startPngEncoder(module);
}

/** A buffer of its own: a Node Buffer may be a window into a larger one. */
const exactly = (bytes: Uint8Array): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
