/** A format of pictures that is taken. */
export type PictureFormat = "png" | "jpeg" | "svg";

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** What the bytes of a picture are, whatever their sender says; undefined when none of the formats. */
export function sniff(bytes: Uint8Array): PictureFormat | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpeg";
  return /^<svg[\s>]/i.test(withoutProlog(svgText(bytes))) ? "svg" : undefined;
}

/** The text of an SVG: in UTF-8, or in UTF-16 where it begins with that mark. */
export function svgText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(isWide ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
}

/** What of an XML text follows the spaces, declarations and comments that stand before its root. */
function withoutProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith("<!--") ? "-->" : /^<(?:\?xml|!DOCTYPE)\b/i.test(rest) ? ">" : undefined;
    const at = end === undefined ? -1 : rest.indexOf(end, end.length + 1);
    if (end === undefined || at < 0) return rest;
    rest = rest.slice(at + end.length).trimStart();
  }
}

/** What of an SVG would be missing in its picture, in words for whoever made it; undefined where nothing is. */
export function undrawnIn(svg: string): string | undefined {
  if (/<(?:[\w.-]+:)?(?:text|foreignObject)[\s/>]/i.test(svg))
    return "This SVG has text, which we can’t draw. Turn it into paths and try again.";
  if (/<(?:[\w.-]+:)?image[\s/>]/i.test(svg))
    return "This SVG has an image in it, which we can’t draw. Turn it into paths, or upload a PNG.";
  return undefined;
}

/** Whether a JPEG has four inks instead of three colors, as print shops want it: its colors cannot be told from it. */
export function hasInks(bytes: Uint8Array): boolean {
  const frame = frameOfJpeg(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return frame !== undefined && bytes[frame + 9] === 4;
}

/** Whether a JPEG ends before its last scan does: what is missing would be drawn grey. A preview in its head does not count. */
export function isCutOff(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [scan, end] = [Buffer.from([0xff, 0xda]), Buffer.from([0xff, 0xd9])].map((mark) => buffer.lastIndexOf(mark));
  return end! < scan!;
}

/** Width and height in pixels as a picture's header has them, read before anything is decoded. */
export function sizeOf(bytes: Uint8Array, format: "png" | "jpeg"): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return format === "png" ? sizeOfPng(view) : sizeOfJpeg(view);
  } catch {
    return undefined; // the header ends before it says so
  }
}

function sizeOfPng(view: DataView) {
  const IHDR = 0x49484452;
  if (view.getUint32(12) !== IHDR) return undefined;
  return positive(view.getUint32(16), view.getUint32(20));
}

function sizeOfJpeg(view: DataView) {
  const at = frameOfJpeg(view);
  return at === undefined ? undefined : positive(view.getUint16(at + 7), view.getUint16(at + 5));
}

/** Where the header of a JPEG's frame begins. */
function frameOfJpeg(view: DataView): number | undefined {
  let at = 2;
  while (at < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return at;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const positive = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : undefined);

const TAGS_MAX = 20_000;
const DEPTH_MAX = 200;

/**
 * Takes out of an SVG what could reach beyond itself: pictures, scripts, foreign content and every link that does not
 * stay within (`#id`); and effects, which are not drawn: a line of them can ask for minutes of work. A document type that
 * drawing programs name goes. Undefined when it declares entities, or is nested or large beyond reason.
 */
export function sanitizeSvg(text: string): string | undefined {
  const svg = text.replace(/<!DOCTYPE\s[^<>[\]]*>/i, "");
  if (/<!(?:DOCTYPE|ENTITY)/i.test(svg)) return undefined;
  let depth = 0;
  let tags = 0;
  for (const [, closing, selfClosing] of svg.matchAll(/<(\/?)[A-Za-z_](?:"[^"]*"|'[^']*'|[^'"<>/]|\/(?!>))*(\/?)>/g)) {
    tags += 1;
    depth += closing ? -1 : selfClosing ? 0 : 1;
    if (tags > TAGS_MAX || depth > DEPTH_MAX) return undefined;
  }
  let removed = 0;
  return svg
    .replace(/<(\/?)\s*(?:[\w.-]+:)?(?:image|script|foreignObject|iframe|a|text|filter|fe[A-Z]\w*)(?=[\s/>])/gi, "<$1g")
    .replace(/\b(?:[\w.-]+:)?href(\s*=\s*["'])(?!#)/gi, (_, rest: string) => `data-removed-${removed++}${rest}`)
    .replace(/\bfilter(\s*[:=])/gi, (_, rest: string) => `data-removed-${removed++}${rest}`)
    .replace(/@import[^;]*;?/gi, "")
    .replace(/url\(\s*["']?(?!["']?#)[^)]*\)/gi, "none");
}
