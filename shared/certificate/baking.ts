/** A credential inside a badge image, as Open Badges 3.0 bakes it: a PNG's text chunk, or an element of an SVG. */

export const bakedKeyword = "openbadgecredential";
const formerKeyword = "openbadges";
const bakedNamespace = "https://purl.imsglobal.org/ob/v3p0";
const formerNamespace = "http://openbadges.org";

/** An image that cannot be read, or that is none. */
export class BadImage extends Error {}

/** What an image holds: a credential of Open Badges 3.0 (its JSON or JWS), or an assertion of its forerunners. */
export interface Baked {
  readonly kind: "credential" | "assertion";
  readonly text: string;
}

const textBytesMax = 2_000_000;
/** More than one is too many already; so many are read before that is said. */
const bakedMax = 100;
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export const isPng = (bytes: Uint8Array): boolean => pngStart.every((byte, at) => bytes[at] === byte);

/** The image with the credential in it, instead of any that it held. Throws `BadImage`. */
export function bakePng(png: Uint8Array, credential: string): Uint8Array<ArrayBuffer> {
  const [header, ...others] = chunksOf(png);
  const kept = others.filter((chunk) => !(isText(chunk) && keywordOf(chunk) === bakedKeyword));
  const text = new TextEncoder().encode(`${bakedKeyword}\0\0\0\0\0${credential}`);
  return joined([Uint8Array.from(pngStart), header!.whole, chunk("iTXt", text), ...kept.map(({ whole }) => whole)]);
}

/** An SVG that shows the image and carries the credential. Throws `BadImage`. */
export function bakeSvg(png: Uint8Array, credential: string): string {
  const { width, height } = sizeOf(png);
  const json = credential.replaceAll("]]>", "]]\\u003e");
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="${bakedNamespace}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<openbadges:credential><![CDATA[${json}]]></openbadges:credential>
<image width="${width}" height="${height}" href="data:image/png;base64,${base64(png)}"/>
</svg>
`;
}

/** Width and height of a PNG in pixels. Throws `BadImage`. */
export function sizeOf(png: Uint8Array): { width: number; height: number } {
  const { data } = chunksOf(png)[0]!;
  const view = new DataView(data.buffer, data.byteOffset);
  return { width: view.getUint32(0), height: view.getUint32(4) };
}

/** Everything that is baked into a PNG. Throws `BadImage`. */
export async function bakedInPng(png: Uint8Array): Promise<Baked[]> {
  const baked: Baked[] = [];
  let left = textBytesMax; // of all texts together: a few bytes inflate to two million
  for (const chunk of chunksOf(png)) {
    const keyword = isText(chunk) ? keywordOf(chunk) : undefined;
    if (keyword !== bakedKeyword && keyword !== formerKeyword) continue;
    if (baked.length === bakedMax) throw new BadImage("The image contains too many credentials.");
    const text = await textOf(chunk, left);
    left -= text.length;
    baked.push({ kind: keyword === bakedKeyword ? "credential" : "assertion", text });
  }
  return baked;
}

/** Whether a text is an SVG: its first element, behind declarations and comments of any length, is `svg`. */
export function isSvg(text: string): boolean {
  for (const { kind, name } of piecesOf(text)) if (kind !== "comment") return /^(?:[\w.-]+:)?svg$/i.test(name);
  return false;
}

/** Everything that is baked into an SVG: elements `credential` and `assertion` of the namespaces of Open Badges. */
export function bakedInSvg(svg: string): Baked[] {
  const kinds = new Map<string, Baked["kind"]>();
  for (const { attributes } of piecesOf(svg))
    for (const [name, namespace] of attributes) {
      const prefix = /^xmlns:(.+)$/.exec(name)?.[1];
      const kind =
        namespace === bakedNamespace ? "credential" : namespace === formerNamespace ? "assertion" : undefined;
      if (prefix !== undefined && kind !== undefined) kinds.set(`${prefix}:${kind}`, kind);
    }
  const baked: Baked[] = [];
  let open: { readonly tag: Piece; readonly kind: Baked["kind"]; from: number; content: string } | undefined;
  for (const tag of piecesOf(svg)) {
    const kind = open ? undefined : kinds.get(tag.name);
    if (kind && tag.kind === "start") open = { tag, kind, from: tag.to, content: "" };
    else if (kind && tag.kind === "empty") baked.push({ kind, text: textIn("", tag) });
    if (!open || tag === open.tag) continue;
    const isEnd = tag.kind === "end" && tag.name === open.tag.name;
    if (!isEnd && tag.kind !== "comment") continue;
    open.content += svg.slice(open.from, tag.from);
    open.from = tag.to;
    if (isEnd) {
      baked.push({ kind: open.kind, text: textIn(open.content.trim(), open.tag) });
      open = undefined;
    }
  }
  return open ? [...baked, { kind: open.kind, text: textIn("", open.tag) }] : baked;
}

function textIn(content: string, { attributes }: Piece): string {
  const data = /^<!\[CDATA\[([\s\S]*)\]\]>$/.exec(content)?.[1];
  return data?.trim() || unescaped(content) || unescaped(attributes.get("verify") ?? "");
}

/** A tag of an XML text, or a comment. */
interface Piece {
  readonly kind: "start" | "empty" | "end" | "comment";
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly from: number;
  readonly to: number;
}

/** What holds no tags, with its end. */
const unread = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/**
 * The tags and comments of a text that anybody may have written, in order. Each letter is looked at once, also where nothing
 * ends: what is broken is passed over, and what does not end ends the text.
 */
function* piecesOf(xml: string): Generator<Piece> {
  for (let from = xml.indexOf("<"); from >= 0; from = xml.indexOf("<", from)) {
    const [opening, ending] = unread.find(([start]) => xml.startsWith(start, from)) ?? [];
    if (ending !== undefined) {
      const end = xml.indexOf(ending, from + opening!.length);
      if (end < 0) return;
      const to = end + ending.length;
      if (ending === "-->") yield { kind: "comment", name: "", attributes: new Map(), from, to };
      from = to;
      continue;
    }
    const [start, isEnd, name] = matchAt(/<(\/?)([\w.:-]+)/y, xml, from) ?? [];
    let to = from + (start?.length ?? 1);
    if (name === undefined) {
      from = to;
      continue;
    }
    const attributes = new Map<string, string>();
    const attribute = /\s+([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
    for (let found = matchAt(attribute, xml, to); found; found = matchAt(attribute, xml, to)) {
      attributes.set(found[1]!, found[2] ?? found[3] ?? "");
      to += found[0].length;
    }
    const [close, isEmpty] = matchAt(/\s*(\/?)>/y, xml, to) ?? [];
    if (close !== undefined) {
      to += close.length;
      yield { kind: isEnd ? "end" : isEmpty ? "empty" : "start", name, attributes, from, to };
    }
    from = to;
  }
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const unescaped = (text: string) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name]!);

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
  readonly whole: Uint8Array;
}

function chunksOf(png: Uint8Array): Chunk[] {
  if (!isPng(png)) throw new BadImage("The file isn’t a PNG image.");
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: Chunk[] = [];
  for (let at = pngStart.length; at < png.length; ) {
    if (at + 12 > png.length) throw new BadImage("The image ends in the middle.");
    const end = at + 12 + view.getUint32(at);
    if (end > png.length) throw new BadImage("The image ends in the middle.");
    const data = png.subarray(at + 8, end - 4);
    if (crcOf(png.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) throw new BadImage("The image is damaged.");
    chunks.push({ type: latin(png.subarray(at + 4, at + 8)), data, whole: png.subarray(at, end) });
    if (chunks.at(-1)!.type === "IEND") break; // what follows is no part of the image
    at = end;
  }
  if (chunks.at(-1)?.type !== "IEND") throw new BadImage("The image ends in the middle.");
  if (chunks[0]?.type !== "IHDR" || chunks[0].data.length !== 13) throw new BadImage("The image has no header.");
  return chunks;
}

const isText = ({ type }: Chunk) => type === "iTXt" || type === "tEXt";
const keywordOf = ({ data }: Chunk) => latin(data.subarray(0, Math.max(0, data.indexOf(0))));
const latin = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** The text of an iTXt or tEXt chunk: after the keyword an iTXt has flags, a language and a translated keyword. */
async function textOf({ type, data }: Chunk, bytesMax: number): Promise<string> {
  const afterKeyword = data.indexOf(0) + 1;
  if (type === "tEXt") return new TextDecoder().decode(data.subarray(afterKeyword));
  const language = data.indexOf(0, afterKeyword + 2);
  const translated = data.indexOf(0, language + 1);
  if (language < 0 || translated < 0) throw new BadImage("The credential in the image is damaged.");
  const text = data.subarray(translated + 1);
  if (text.length > bytesMax) throw new BadImage("The credential in the image is larger than 2 MB.");
  return new TextDecoder().decode(data[afterKeyword] === 1 ? await inflated(text, bytesMax) : text);
}

async function inflated(bytes: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return joined(parts);
      length += value.length;
      if (length <= bytesMax) parts.push(value);
      else await reader.cancel();
      if (length > bytesMax) throw new BadImage("The credential in the image is larger than 2 MB.");
    }
  } catch (error) {
    throw error instanceof BadImage ? error : new BadImage("The credential in the image is damaged.");
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(12 + data.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(type), 4);
  whole.set(data, 8);
  view.setUint32(8 + data.length, crcOf(whole.subarray(4, 8 + data.length)));
  return whole;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
