/** A format of pictures that is taken. */
export type PictureFormat = "png" | "jpeg" | "svg";

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** What the bytes of a picture are, whatever their sender says; undefined when none of the formats. */
export function sniff(bytes: Uint8Array): PictureFormat | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpeg";
  const start = new TextDecoder().decode(bytes.subarray(0, 1000));
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i.test(
    start,
  )
    ? "svg"
    : undefined;
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
  let at = 2;
  while (at < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return positive(view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const positive = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : undefined);

const TAGS_MAX = 20_000;
const DEPTH_MAX = 200;

/**
 * Takes out of an SVG what could reach beyond itself: pictures, scripts, foreign content and every link that does not
 * stay within (`#id`); and effects, which are not drawn: a line of them can ask for minutes of work. Undefined when it
 * declares a document type or entities, or is nested or large beyond reason.
 */
export function sanitizeSvg(svg: string): string | undefined {
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
