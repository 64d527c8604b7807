import { inflateSync } from "node:zlib";

/** What a picture's colors mean: how each of red, green and blue is read as light, and what color that light has. */
interface ColorProfile {
  readonly curves: readonly (readonly number[])[];
  /** From light of the profile's red, green and blue to that of screens. */
  readonly toScreen: readonly (readonly number[])[];
}

const PROFILE_BYTES_MAX = 1024 * 1024;
const LEVELS = 256;
const levels = Array.from({ length: LEVELS }, (_, level) => level / (LEVELS - 1));

/** From colors as profiles measure them (XYZ under D50) to the light of sRGB, as the ICC defines it. */
const screenOfXyz = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/** The profile that a PNG or JPEG carries; undefined where it has none, or one that is no simple one of red, green and blue. */
export function profileIn(bytes: Uint8Array, format: "png" | "jpeg"): ColorProfile | undefined {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = format === "png" ? profileOfPng(buffer) : profileOfJpeg(buffer);
    return found && parsed(found);
  } catch {
    return undefined; // a profile that cannot be read says nothing of the picture
  }
}

function profileOfPng(png: Buffer): Buffer | undefined {
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") return undefined;
    if (type !== "iCCP") continue;
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    return inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: PROFILE_BYTES_MAX });
  }
  return undefined;
}

/** A profile stands in parts, each with its number, before the picture itself. */
function profileOfJpeg(jpeg: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  const mark = "ICC_PROFILE\0";
  for (
    let at = 2;
    at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== 0xda;
    at += 2 + jpeg.readUInt16BE(at + 2)
  ) {
    const segment = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
    if (jpeg[at + 1] === 0xe2 && segment.toString("latin1", 0, mark.length) === mark)
      parts[segment[mark.length]! - 1] = segment.subarray(mark.length + 2);
  }
  return parts.length > 0 ? Buffer.concat(parts.filter(Boolean)) : undefined;
}

function parsed(profile: Buffer): ColorProfile | undefined {
  if (profile.toString("latin1", 16, 24) !== "RGB XYZ ") return undefined;
  const tags = new Map<string, Buffer>();
  for (let index = 0; index < profile.readUInt32BE(128); index++) {
    const at = 132 + 12 * index;
    const from = profile.readUInt32BE(at + 4);
    tags.set(profile.toString("latin1", at, at + 4), profile.subarray(from, from + profile.readUInt32BE(at + 8)));
  }
  const [curves, columns] = ["TRC", "XYZ"].map((kind) =>
    ["r", "g", "b"].flatMap((color) => tags.get(color + kind) ?? []),
  );
  if (curves!.length < 3 || columns!.length < 3) return undefined;
  const xyz = [0, 1, 2].map((row) => columns!.map((column) => fixed(column, 8 + 4 * row)));
  return {
    curves: curves!.map(curveOf),
    toScreen: screenOfXyz.map((row) =>
      [0, 1, 2].map((of) => row.reduce((sum, each, by) => sum + each * xyz[by]![of]!, 0)),
    ),
  };
}

const fixed = (data: Buffer, at: number): number => data.readInt32BE(at) / 65_536;

/** How much light each level is: a table, a power, or the parts of a function. */
function curveOf(tag: Buffer): number[] {
  if (tag.toString("latin1", 0, 4) === "curv") {
    const count = tag.readUInt32BE(8);
    if (count === 0) return levels;
    if (count === 1) return levels.map((level) => level ** (tag.readUInt16BE(12) / LEVELS));
    const entry = (at: number) => tag.readUInt16BE(12 + 2 * at) / 65_535;
    return levels.map((level) => {
      const place = level * (count - 1);
      const [below, above] = [entry(Math.floor(place)), entry(Math.ceil(place))];
      return below + (above - below) * (place % 1);
    });
  }
  const kind = tag.readUInt16BE(8);
  const [g = 1, ...rest] = Array.from({ length: [1, 3, 4, 5, 7][kind] ?? 1 }, (_, at) => fixed(tag, 12 + 4 * at));
  const [a = 1, b = 0] = rest;
  const [c = 0, d = kind > 2 ? 0 : -b / a, e = 0, f = 0] = rest.slice(2);
  if (kind === 0) return levels.map((level) => level ** g);
  if (kind < 3) return levels.map((level) => (level >= d ? (a * level + b) ** g : 0) + c);
  return levels.map((level) => (level >= d ? (a * level + b) ** g + e : c * level + f));
}

/** The level at which screens show so much light. */
const levelOf = (light: number): number =>
  255 * (light <= 0.0031308 ? 12.92 * Math.max(0, light) : 1.055 * Math.min(1, light) ** (1 / 2.4) - 0.055);

/** Turns pixels into those that look the same on a screen without the profile, which is not kept. */
export function toScreenColors({ data }: ImageData, profile: ColorProfile | undefined): void {
  if (profile === undefined) return;
  const [red, green, blue] = profile.curves as [number[], number[], number[]];
  const rows = profile.toScreen;
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [red[data[at]!]!, green[data[at + 1]!]!, blue[data[at + 2]!]!];
    for (let of = 0; of < 3; of++) {
      const [fromRed, fromGreen, fromBlue] = rows[of] as [number, number, number];
      data[at + of] = Math.round(levelOf(fromRed * r + fromGreen * g + fromBlue * b));
    }
  }
}
