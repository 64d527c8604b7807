import { contrast, defaultColour, partsOf } from "../organization/colour.ts";
import { capitalHeight, letters } from "./badge-letters.ts";

/** What a badge is drawn from. */
export interface BadgeSubject {
  readonly title: string;
  /** The organization's; the product's where it chose none. */
  readonly colour?: string | undefined;
}

type Point = readonly [x: number, y: number];

/** Half of the drawing's side, which is 120. */
const half = 60;
const side = 2 * half;
const radius = 56;

const digits = (value: number): number => Math.round(value * 10) / 10;
const at = ([x, y]: Point): string => `${digits(x)} ${digits(y)}`;
/** A point by its distance from the middle and its direction in turns, from the top and clockwise. */
const polar = (distance: number, turns: number): Point => [
  half + distance * Math.sin(turns * 2 * Math.PI),
  half - distance * Math.cos(turns * 2 * Math.PI),
];

/** A closed polygon whose corners are rounded. */
function rounded(corners: readonly Point[], share: number): string {
  const towards = ([x, y]: Point, [toX, toY]: Point): Point => [x + (toX - x) * share, y + (toY - y) * share];
  const steps = corners.map((corner, index) => {
    const before = towards(corner, corners.at(index - 1)!);
    const after = towards(corner, corners[(index + 1) % corners.length]!);
    return `${index === 0 ? "M" : "L"}${at(before)}Q${at(corner)} ${at(after)}`;
  });
  return `${steps.join("")}Z`;
}

const polygon = (count: number, turned: number, share: number, distance = radius): string =>
  rounded(
    Array.from({ length: count }, (_, index) => polar(distance, (index + turned) / count)),
    share,
  );

/** A round of bows outward. */
function bows(count: number, distance: number): string {
  const points = Array.from({ length: count }, (_, index) => polar(distance, (index + 0.5) / count));
  const bow = digits(distance * Math.sin(Math.PI / count) * 1.08);
  return `M${at(points.at(-1)!)}${points.map((point) => `A${bow} ${bow} 0 0 1 ${at(point)}`).join("")}Z`;
}

/** A round of points, as on a seal. */
const seal = (count: number): string =>
  rounded(
    Array.from({ length: count * 2 }, (_, index) => polar(index % 2 === 0 ? radius + 1 : 49, index / (count * 2))),
    0.2,
  );

const outlines = [
  `M${at(polar(radius, 0))}A${radius} ${radius} 0 1 1 ${at(polar(radius, 0.5))}A${radius} ${radius} 0 1 1 ${at(polar(radius, 0))}Z`,
  polygon(6, 0, 0.16, 58),
  polygon(8, 0.5, 0.16, 58),
  polygon(4, 0.5, 0.22, 70),
  polygon(4, 0, 0.14, 62),
  bows(12, 51),
  bows(8, 49),
  seal(16),
  "M60 3Q82 14 108 16V58C108 88 88 107 60 117C32 107 12 88 12 58V16Q38 14 60 3Z",
  "M24 8H96Q108 8 108 20V78Q108 84 103 88L67 113Q60 118 53 113L17 88Q12 84 12 78V20Q12 8 24 8Z",
] as const;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const line = (from: Point, to: Point): string => `M${at(from)}L${at(to)}`;

/** A path over the whole of the drawing: filled, or as lines of a width, or as dots of that width. */
interface Pattern {
  readonly path: string;
  readonly width?: number;
  readonly dotsApart?: number;
}

/** Each in a finer and a coarser form. */
const patterns: readonly ((coarse: boolean) => Pattern)[] = [
  (coarse) => {
    const count = coarse ? 10 : 18;
    const wedge = (index: number) => `M60 60L${at(polar(90, index / count))}L${at(polar(90, (index + 0.5) / count))}Z`;
    return { path: range(count).map(wedge).join("") };
  },
  (coarse) => {
    const gap = coarse ? 11 : 7;
    const ring = (index: number) => {
      const distance = gap * (index + 1);
      return `M${60 - distance} 60a${distance} ${distance} 0 1 1 ${2 * distance} 0a${distance} ${distance} 0 1 1 ${-2 * distance} 0Z`;
    };
    return {
      path: range(coarse ? 5 : 8)
        .map(ring)
        .join(""),
      width: gap / 2,
    };
  },
  (coarse) => {
    const gap = coarse ? 18 : 11;
    return {
      path: range(Math.ceil((2 * side) / gap))
        .map((index) => line([index * gap - side, side], [index * gap, 0]))
        .join(""),
      width: gap / 2,
    };
  },
  (coarse) => {
    const gap = coarse ? 20 : 13;
    const chevron = (index: number) => `M0 ${index * gap - 40}L60 ${index * gap}L120 ${index * gap - 40}`;
    return {
      path: range(Math.ceil(170 / gap))
        .map(chevron)
        .join(""),
      width: gap / 2.2,
    };
  },
  (coarse) => {
    const gap = coarse ? 15 : 10;
    const row = (index: number) => `M${(index % 2) * (gap / 2) - gap} ${index * gap}H140`;
    return {
      path: range(Math.ceil(side / gap) + 1)
        .map(row)
        .join(""),
      width: gap / 1.7,
      dotsApart: gap,
    };
  },
  (coarse) => {
    const gap = coarse ? 17 : 11;
    const wave = (index: number) => {
      const y = index * gap;
      return `M-15 ${y}q7.5 ${-gap * 0.8} 15 0${"t15 0".repeat(9)}`;
    };
    return {
      path: range(Math.ceil(side / gap) + 1)
        .map(wave)
        .join(""),
      width: gap / 2.6,
    };
  },
  (coarse) => {
    const gap = coarse ? 24 : 15;
    const count = Math.ceil(side / gap) + 1;
    const check = (row: number, column: number) =>
      `M${digits(column * gap)} ${digits((row - 0.5) * gap)}l${gap / 2} ${gap / 2}l${-gap / 2} ${gap / 2}l${-gap / 2} ${-gap / 2}Z`;
    return {
      path: range(count)
        .flatMap((row) => range(count).map((column) => check(row, column)))
        .join(""),
    };
  },
  (coarse) => {
    const count = coarse ? 8 : 14;
    const petal = (index: number) => {
      const tip = polar(58, index / count);
      const [left, right] = [polar(36, (index - 0.42) / count), polar(36, (index + 0.42) / count)];
      return `M60 60Q${at(left)} ${at(tip)}Q${at(right)} 60 60Z`;
    };
    return { path: range(count).map(petal).join("") };
  },
  (coarse) => {
    const size = coarse ? 15 : 10;
    const scales = `a${size} ${size} 0 0 0 ${2 * size} 0`.repeat(side / size / 2 + 2);
    const row = (index: number) => `M${(index % 2) * size - 2 * size} ${index * size}${scales}`;
    return {
      path: range(side / size + 1)
        .map(row)
        .join(""),
      width: size / 4,
    };
  },
  (coarse) => {
    const angle = coarse ? 0.1 : 0.16;
    return { path: `M${at(polar(90, angle))}A90 90 0 0 1 ${at(polar(90, angle + 0.5))}Z` };
  },
];

/** How the letters stand: on the pattern itself, on a plain round, or dark on a light one. */
const grounds = ["pattern", "round", "light"] as const;

const star = (x: number, y: number, size: number): string =>
  `M${range(10)
    .map((index) => {
      const [dx, dy] = polar(index % 2 === 0 ? size : size * 0.45, index / 10);
      return at([x + dx - half, y + dy - half]);
    })
    .join("L")}Z`;
/** What stands below the letters. */
const ornaments: readonly string[] = [
  "",
  star(60, 90, 5.5),
  star(48, 88, 4.2) + star(60, 91, 4.8) + star(72, 88, 4.2),
  "M60 84.500l4.500 4.500l-4.500 4.500l-4.500-4.500ZM38 87.800h12v2.400h-12ZM70 87.800h12v2.400h-12Z",
  "M46 88h28v3.500h-28Z",
  "M48 86.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5M60 86.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5M72 86.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5",
];

/** In place of letters where a title has none that are known. */
const signs: readonly string[] = [
  star(60, 60, 24),
  "M60 82C40 74 38 54 60 36C82 54 80 74 60 82ZM60 82V50",
  "M60 36L84 60L60 84L36 60ZM60 48L48 60L60 72L72 60Z",
  "M34 78L52 44L62 62L69 52L86 78Z",
  "M36 44Q48 40 60 48Q72 40 84 44V76Q72 72 60 80Q48 72 36 76Z",
];

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

const hex = (values: readonly number[]): string =>
  `#${values
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/** A colour with a share of another in it. */
function mixed(colour: string, other: string, share: number): string {
  const [one, two] = [partsOf(colour), partsOf(other)];
  return hex(one.map((value, index) => value + (two[index]! - value) * share));
}

/** A colour as far round the colour wheel as `degrees` says. */
function turnedBy(colour: string, degrees: number): string {
  const [red, green, blue] = partsOf(colour);
  const [highest, lowest] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const spread = highest - lowest;
  if (spread === 0) return colour;
  const sixth =
    highest === red
      ? (green - blue) / spread
      : highest === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  const hue = (sixth / 6 + degrees / 360 + 1) % 1;
  const value = (offset: number) => {
    const place = (offset + hue * 6) % 6;
    return highest - spread * Math.max(0, Math.min(place, 4 - place, 1));
  };
  return hex([value(5), value(3), value(1)]);
}

/** The light tone of a badge: what is drawn in it stands out from the colour (3 to 1 and more). */
function lightTone(colour: string, degrees: number): string {
  const turned = turnedBy(colour, degrees);
  const share = [0.6, 0.7, 0.8, 0.9, 1].find((each) => contrast(mixed(turned, "#ffffff", each), colour) >= 3.2) ?? 1;
  return mixed(turned, "#ffffff", share);
}

/** The tones of a badge: the colour, one darker, and one light. White can be read on the first two. */
export const badgeTones = (colour: string, degrees: number) => ({
  colour,
  dark: mixed(colour, "#000000", 0.2),
  light: lightTone(colour, degrees),
});

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
