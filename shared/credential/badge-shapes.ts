type Point = readonly [x: number, y: number];

/** Half of the drawing's side, which is 120. */
export const half = 60;

/** The side of the drawing. */
export const side = 2 * half;

const radius = 56;

/** A number as the drawing writes it, to a tenth. */
export const digits = (value: number): number => Math.round(value * 10) / 10;

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

/** The outlines a badge may have. */
export const outlines = [
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
export const patterns: readonly ((coarse: boolean) => Pattern)[] = [
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

const star = (x: number, y: number, size: number): string =>
  `M${range(10)
    .map((index) => {
      const [dx, dy] = polar(index % 2 === 0 ? size : size * 0.45, index / 10);
      return at([x + dx - half, y + dy - half]);
    })
    .join("L")}Z`;

/** What stands below the letters. */
export const ornaments: readonly string[] = [
  "",
  star(60, 90, 5.5),
  star(48, 88, 4.2) + star(60, 91, 4.8) + star(72, 88, 4.2),
  "M60 84.500l4.500 4.500l-4.500 4.500l-4.500-4.500ZM38 87.800h12v2.400h-12ZM70 87.800h12v2.400h-12Z",
  "M46 88h28v3.500h-28Z",
  "M48 86.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5M60 86.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5M72 86.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 1 1 0-5",
];

/** In place of letters where a title has none that are known. */
export const signs: readonly string[] = [
  star(60, 60, 24),
  "M60 82C40 74 38 54 60 36C82 54 80 74 60 82ZM60 82V50",
  "M60 36L84 60L60 84L36 60ZM60 48L48 60L60 72L72 60Z",
  "M34 78L52 44L62 62L69 52L86 78Z",
  "M36 44Q48 40 60 48Q72 40 84 44V76Q72 72 60 80Q48 72 36 76Z",
];
