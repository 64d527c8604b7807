/** The colour of an organization that chose none. */
export const defaultColour = "#13623b";

/** The contrast that text needs on its ground (WCAG 2.2 AA). */
export const textContrast = 4.5;

/** Red, green and blue of a colour such as #13623b, 0 to 255 each. */
export const partsOf = (colour: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];

function luminance(colour: string): number {
  const [red, green, blue] = partsOf(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
