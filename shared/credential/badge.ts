import { defaultColour } from "../organization/colour.ts";
import { capitalHeight, letters } from "./badge-letters.ts";
import { digits, half, ornaments, outlines, patterns, side, signs } from "./badge-shapes.ts";
import { badgeTones } from "./badge-tones.ts";

/** What a badge is drawn from. */
export interface BadgeSubject {
  readonly title: string;
  /** The organization's; the product's where it chose none. */
  readonly colour?: string | undefined;
}

/** How the letters stand: on the pattern itself, on a plain round, or dark on a light one. */
const grounds = ["pattern", "round", "light"] as const;

/** Turns of the colour wheel, in degrees, for the light tone beside the organization's. */
const turns = [0, 32, -32, 64, 150, 180, -110] as const;

/** Words that a title is not known by. */
const passedOver = new Set("a an and at by for from in into of on or the to with your".split(" "));

/** The letters of a title: the first of its first two words that count; empty where they are of no alphabet that is drawn. */
export function monogramOf(title: string): string {
  const words = title
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const counting = words.filter((word) => !passedOver.has(word.toLowerCase()));
  const firsts = (counting.length > 0 ? counting : words).map(([first = ""]) => first);
  return firsts
    .filter((first) => letters.has(first))
    .slice(0, 2)
    .join("");
}

/** A row of numbers below a limit that begins with a text, the same for the same text. */
function picking(text: string): (limit: number) => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** How a title's badge looks, as places in the lists above. The same title is the same design in any organization. */
export function badgeDesign(title: string) {
  const text = title.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
  const pick = picking(text);
  return {
    monogram: monogramOf(text),
    outline: pick(outlines.length),
    pattern: pick(patterns.length),
    coarse: pick(2) === 1,
    turned: pick(4) * 15,
    ground: grounds[pick(grounds.length)]!,
    ornament: pick(ornaments.length),
    turn: turns[pick(turns.length)]!,
    sign: pick(signs.length),
  };
}

/** The widest and the highest that letters may stand. */
const lettersMax = { width: 62, height: 34 };

/** A monogram in the middle of the drawing. */
function lettersDrawn(monogram: string, lift: number): string {
  const drawn = [...monogram].flatMap((letter) => letters.get(letter) ?? []);
  const width = drawn.reduce((sum, { advance }) => sum + advance, 0);
  const scale = Math.min(lettersMax.width / width, lettersMax.height / capitalHeight);
  const starts = drawn.map((_, index) => drawn.slice(0, index).reduce((sum, { advance }) => sum + advance, 0));
  const paths = drawn.map(({ path }, index) => `<path transform="translate(${starts[index]})" d="${path}"/>`);
  const [x, y] = [half - (width * scale) / 2, half - lift + (capitalHeight * scale) / 2];
  return `<g transform="translate(${digits(x)} ${digits(y)})scale(${Math.round(scale * 1000) / 1000})">${paths.join("")}</g>`;
}

const about = (scale: number): string => `translate(${half} ${half})scale(${scale})translate(${-half} ${-half})`;

/**
 * The badge of a credential that has no picture of its own, as an SVG: shape, pattern and letters by the title, all in the
 * organization's colour. It needs nothing from elsewhere, no font either; the same title and colour give the same text.
 */
export function badgeSvg({ title, colour = defaultColour }: BadgeSubject): string {
  const design = badgeDesign(title);
  const { dark, light } = badgeTones(colour, design.turn);
  const outline = outlines[design.outline]!;
  const ornament = ornaments[design.ornament]!;
  const { path, width, dotsApart } = patterns[design.pattern]!(design.coarse);
  const dots = dotsApart === undefined ? "" : ` stroke-linecap="round" stroke-dasharray="0 ${dotsApart}"`;
  const lines = width === undefined ? "" : `fill="none" stroke="${dark}" stroke-width="${digits(width)}"${dots}`;
  const drawn = lines || `fill="${dark}"`;
  const isLight = design.ground === "light";
  const lift = ornament === "" ? 0 : 5;
  const round = design.ground === "pattern" ? "" : `<circle cx="60" cy="60" r="38" fill="${isLight ? "#fff" : dark}"/>`;
  const ink = isLight ? dark : "#fff";
  const letter =
    design.monogram === ""
      ? `<path fill-rule="evenodd" d="${signs[design.sign]}"/>`
      : lettersDrawn(design.monogram, lift);
  const below = ornament === "" ? "" : `<path fill="${isLight ? colour : light}" d="${ornament}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><clipPath id="field"><path transform="${about(0.86)}" d="${outline}"/></clipPath><path fill="${dark}" d="${outline}"/><path fill="${light}" transform="${about(0.93)}" d="${outline}"/><g clip-path="url(#field)"><path fill="${colour}" d="M0 0h${side}v${side}H0Z"/><path ${drawn} transform="rotate(${design.turned} ${half} ${half})" d="${path}"/>${round}</g><g fill="${ink}">${letter}</g>${below}</svg>`;
}
