import { contrast, partsOf } from "../organization/colour.ts";

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
