import { crc32, deflateSync } from "node:zlib";

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const header = pngChunk("IHDR", Buffer.from([0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
const rest = [pngChunk("IDAT", deflateSync(Buffer.from([0, 1, 2]))), pngChunk("IEND", Buffer.alloc(0))];

/** A PNG of two grey points, with further chunks. */
export const greyPng = (...chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat([start, header, ...chunks, ...rest]));
