import { readFile } from "node:fs/promises";
import lightPath from "@expo-google-fonts/open-sans/300Light/OpenSans_300Light.ttf";
import boldPath from "@expo-google-fonts/open-sans/700Bold/OpenSans_700Bold.ttf";
import { type Font, parse } from "opentype.js";
import { wreath } from "../../../shared/certificate/wreath.ts";
import { html, type Markup } from "../../../shared/http/html.ts";
import { defaultColour } from "../../../shared/organization/colour.ts";
import { brand } from "../../../shared/platform/brand.ts";
import { sniff } from "../../pictures/format.ts";
import { renderSvg } from "../../pictures/render-svg.ts";

/** What the picture of a certificate says. */
export interface PreviewTexts {
  readonly name: string;
  readonly title: string;
  readonly issuer: string;
  /** As what it is no longer good; undefined while it is. */
  readonly ended?: "revoked" | "expired" | undefined;
  /** The organization's; the product's where it chose none. */
  readonly colour?: string | undefined;
  /** What stands in the wreath, a PNG or JPEG; the leaf mark without it. */
  readonly emblem?: Uint8Array | undefined;
}

/** The size that pages which show links ask for. */
export const previewPixels = { width: 1200, height: 630 } as const;

interface Face {
  readonly font: Font;
  readonly bytes: Uint8Array;
}
interface Faces {
  readonly light: Face;
  readonly bold: Face;
}

async function faceAt(path: string): Promise<Face> {
  const bytes = new Uint8Array(await readFile(new URL(path, import.meta.url)));
  return { font: parse(bytes.buffer), bytes };
}

let reading: Promise<Faces> | undefined;
const faces = (): Promise<Faces> => {
  reading ??= Promise.all([faceAt(lightPath), faceAt(boldPath)]).then(([light, bold]) => ({ light, bold }));
  return reading;
};

/** A line of the picture: its place, and the largest and the smallest type it may have. */
interface Line {
  readonly text: string;
  /** What it says where the fonts have no letters for the text; nothing without it. */
  readonly instead?: string;
  readonly face: keyof Faces;
  readonly baseline: number;
  readonly largestPixels: number;
  readonly smallestPixels: number;
  readonly fill: string;
}

const WIDTH_MAX = 1000;

/** Emoji with what joins and colors them: no letters, so that a text says the same without them. */
const emoji =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\u20e3|[\ufe0e\ufe0f]|[\u{e0020}-\u{e007f}]/gu;

/** A line that fits by its type; below the smallest type the words that fit. */
function lineOf(line: Line, { font }: Face): Markup | undefined {
  const { baseline, largestPixels, smallestPixels, fill, face } = line;
  const isDrawable = (text: string) => [...text].every((character) => font.charToGlyph(character).index > 0);
  const plain = line.text.trim();
  const letters = isDrawable(plain) ? plain : plain.replace(emoji, "").replace(/\s+/g, " ").trim();
  const text = letters !== "" && isDrawable(letters) ? letters : plain === "" ? "" : (line.instead ?? "");
  if (text === "") return undefined;
  const wide = font.getAdvanceWidth(text, 1);
  const pixels = Math.max(smallestPixels, Math.min(largestPixels, WIDTH_MAX / wide));
  const fitting = wide * pixels <= WIDTH_MAX ? text : cut(text, (part) => font.getAdvanceWidth(part, pixels));
  return html`<text x="600" y="${baseline}" font-size="${pixels.toFixed(1)}" font-weight="${
    face === "bold" ? "700" : "300"
  }" fill="${fill}" text-anchor="middle">${fitting}</text>`;
}

/** As many words as fit, or letters of a word that does not. */
function cut(text: string, widthOf: (text: string) => number): string {
  const characters = [...text];
  const most = characters.findLastIndex((_, at) => widthOf(`${characters.slice(0, at + 1).join("")}…`) <= WIDTH_MAX);
  const kept = characters.slice(0, most + 1).join("");
  const atWord = kept.lastIndexOf(" ");
  return `${(atWord > kept.length / 2 ? kept.slice(0, atWord) : kept).trimEnd()}…`;
}

const gold = "#b08d3e";
const endings = { revoked: "This certificate was revoked", expired: "This certificate has expired" } as const;

function branch(colour: string): Markup {
  return html`<path d="${wreath.stem}" fill="none" stroke="${colour}" stroke-width="1.4" stroke-linecap="round"/>${wreath.leaves.map(
    (place) => html`<path d="${wreath.leaf}" transform="${place}" fill="${colour}"/>`,
  )}`;
}

/** What stands in the wreath: the emblem whole, or the leaf mark. */
function middle(emblem: Uint8Array | undefined, colour: string): Markup {
  if (emblem) {
    const type = sniff(emblem) === "jpeg" ? "image/jpeg" : "image/png";
    const data = `data:${type};base64,${Buffer.from(emblem).toString("base64")}`;
    return html`<image x="-56" y="-24" width="112" height="44" href="${data}"/>`;
  }
  const { transform, stem, leaves, tip } = wreath.mark;
  return html`<g transform="${transform}"><path d="${stem}" stroke="${colour}" stroke-width="1.4" stroke-linecap="round"/><path fill="${colour}" d="${leaves}"/><path fill="${gold}" d="${tip}"/></g>`;
}

/**
 * The picture that is shown where a certificate's address is posted: a PNG of 1200 by 630 pixels. In place of a name or
 * title that the fonts have no letters for it says where to read it.
 */
export async function drawPreview({
  name,
  title,
  issuer,
  ended,
  colour = defaultColour,
  emblem,
}: PreviewTexts): Promise<Uint8Array> {
  const fonts = await faces();
  const lines: Line[] = [
    { text: issuer, face: "bold", baseline: 270, largestPixels: 34, smallestPixels: 22, fill: colour },
    {
      text: name,
      instead: "Certificate holder: see page",
      face: "bold",
      baseline: 372,
      largestPixels: 84,
      smallestPixels: 16,
      fill: "#1c2420",
    },
    {
      text: title,
      instead: "Credential: see page",
      face: "bold",
      baseline: 458,
      largestPixels: 48,
      smallestPixels: 26,
      fill: colour,
    },
    {
      text: ended ? endings[ended] : "A certificate anyone can verify",
      face: "light",
      baseline: 530,
      largestPixels: 28,
      smallestPixels: 28,
      fill: ended ? "#a81f1f" : "#4a524d",
    },
    { text: brand.product, face: "bold", baseline: 578, largestPixels: 22, smallestPixels: 22, fill: "#4a524d" },
  ];
  const { width, height } = previewPixels;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Open Sans">
<path fill="#fffefa" d="M0 0h${width}v${height}H0z"/>
<path fill="none" stroke="${colour}" stroke-width="4" d="M24 24h1152v582H24z"/>
<path fill="none" stroke="${gold}" stroke-width="1.5" d="M34 34h1132v562H34z"/>
<g transform="translate(600 134)scale(1.5)">${branch(colour)}<g transform="${wreath.mirror}">${branch(colour)}</g>${middle(emblem, colour)}</g>
${lines.flatMap((line) => lineOf(line, fonts[line.face]) ?? [])}</svg>`;
  return renderSvg(svg.text, width, [fonts.light.bytes, fonts.bold.bytes]);
}
