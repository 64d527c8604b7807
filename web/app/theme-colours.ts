/** A theme's colour: hue in degrees, chroma, and the lightness (0 to 1) of the tone that carries buttons and links. */
export interface ThemeColour {
  readonly hue: number;
  readonly chroma: number;
  readonly deep: number;
  readonly strict?: true;
}

/** The eight themes of the switcher, by file name: the default and 1 to 7. */
export const themeColours: Readonly<Record<string, ThemeColour>> = {
  default: { hue: 156, chroma: 0.098, deep: 0.44 },
  "1": { hue: 252, chroma: 0.13, deep: 0.48 },
  "2": { hue: 318, chroma: 0.14, deep: 0.45 },
  "3": { hue: 42, chroma: 0.135, deep: 0.49 },
  "4": { hue: 255, chroma: 0.03, deep: 0.42 },
  "5": { hue: 205, chroma: 0.085, deep: 0.46 },
  "6": { hue: 4, chroma: 0.165, deep: 0.48 },
  "7": { hue: 262, chroma: 0.17, deep: 0.34, strict: true },
};
