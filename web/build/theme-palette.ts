import { clampChroma, formatHex } from "culori";
import { contrast } from "../../shared/organization/colour.ts";
import { type ThemeColour, themeColours } from "../app/theme-colours.ts";

/** The nearest colour a screen can show of one in OKLCH: chroma gives way, lightness and hue stay. */
const colour = (lightness: number, chroma: number, hue: number): string =>
  formatHex(clampChroma({ mode: "oklch", l: lightness, c: chroma, h: hue }, "oklch"));

/** The tones of a theme, from the lightest to the darkest. */
export function palette({ hue, chroma, deep }: ThemeColour) {
  const tone = (lightness: number, share: number) => colour(lightness, chroma * share, hue);
  return {
    50: tone(0.984, 0.1),
    100: tone(0.955, 0.25),
    200: tone(0.905, 0.5),
    300: tone(0.85, 0.85),
    400: tone(0.78, 1),
    500: tone(0.65, 1.1),
    600: tone(deep, 1),
    700: tone(deep - 0.07, 0.95),
    800: tone(deep - 0.11, 0.85),
    900: tone(deep - 0.15, 0.7),
    1000: tone(0.2, 0.35),
  };
}

/** Cloudscape's dark greys with a breath of the theme's hue, so that fields, menus and pages are of one kind. */
export function darkNeutrals({ hue, strict }: ThemeColour) {
  const steps = { 700: 0.34, 750: 0.285, 800: 0.252, 850: 0.225, 900: 0.205, 950: 0.185, 1000: 0.13 };
  return Object.fromEntries(
    Object.entries(steps).map(([step, lightness]) => [step, colour(lightness, strict ? 0 : 0.012, hue)]),
  );
}

/** Hues apart from the theme's own, and lightness in light and dark, of the four shares of a price: told apart by both. */
const shares = {
  "share-reviewer": { turn: 0, light: 0.45, dark: 0.78 },
  "share-issuer": { turn: 95, light: 0.62, dark: 0.6 },
  "share-platform": { turn: 190, light: 0.42, dark: 0.74 },
  "share-organization": { turn: 275, light: 0.6, dark: 0.58 },
} as const;

type Share = keyof typeof shares;

/** The shares' colours of a theme; one that has hardly a colour of its own lends them a little more. */
const shareColours = ({ hue, chroma }: ThemeColour, mode: "light" | "dark") =>
  Object.fromEntries(
    Object.entries(shares).map(([name, share]) => [
      name,
      colour(share[mode], Math.max(chroma, 0.09), (hue + share.turn) % 360),
    ]),
  ) as Record<Share, string>;

/** The light and dark colours of everything the portal draws without Cloudscape: sign-in, certificate, top bar. */
export function own(themeColour: ThemeColour, tones: ReturnType<typeof palette>) {
  const { hue, strict } = themeColour;
  const tint = strict ? 0 : 0.006;
  return {
    light: {
      accent: tones[600],
      "accent-strong": tones[900],
      "accent-soft": tones[50],
      "accent-line": tones[200],
      "on-accent": "#ffffff",
      page: strict ? "#ffffff" : colour(0.977, tint, hue),
      surface: "#ffffff",
      ink: strict ? "#000000" : "#0f141a",
      "ink-soft": strict ? "#1b232d" : "#424650",
      line: strict ? "#000000" : "#d5d7dd",
      quiet: "#d5d7dd",
      "field-line": strict ? "#000000" : "#72747e",
      danger: strict ? "#a00000" : "#b3140c",
      "on-danger": "#ffffff",
      "danger-soft": "#fff5f4",
      success: strict ? "#00531f" : "#00752c",
      warning: strict ? "#5c3d00" : "#7d5300",
      info: strict ? "#00418a" : "#0059b8",
      online: "#1d8102",
      ...shareColours(themeColour, "light"),
    },
    dark: {
      accent: tones[400],
      "accent-strong": tones[300],
      "accent-soft": tones[1000],
      "accent-line": tones[800],
      "on-accent": "#0f141a",
      page: strict ? "#000000" : colour(0.185, tint * 2, hue),
      surface: strict ? "#000000" : colour(0.225, tint * 2, hue),
      ink: strict ? "#ffffff" : "#ebebf0",
      "ink-soft": strict ? "#f3f3f7" : "#c6c6cd",
      line: strict ? "#ffffff" : "#424650",
      quiet: "#424650",
      "field-line": strict ? "#ffffff" : "#8c8c94",
      danger: "#ff8a80",
      "on-danger": "#0f141a",
      "danger-soft": "#2b0f0d",
      success: "#5fd467",
      warning: "#fbd332",
      info: "#7cc4ff",
      online: "#2bb534",
      ...shareColours(themeColour, "dark"),
    },
  };
}

/** The colours of one theme, light or dark. */
export type Colours = ReturnType<typeof own>["light"];

/** Every pair that must be readable: text 4.5 to 1, controls 3 to 1 (WCAG 2.2 AA); 7 to 1 in the high-contrast theme. */
export function assertReadable(name: string, mode: string, colours: Colours, strict: boolean): void {
  const text = strict ? 7 : 4.5;
  const pairs: [keyof Colours, keyof Colours, number][] = [
    ["accent", "surface", text],
    ["accent", "page", text],
    ["accent", "accent-soft", 4.5],
    ["accent-strong", "surface", text],
    ["on-accent", "accent", text],
    ["ink", "surface", 7],
    ["ink", "page", 7],
    ["ink-soft", "surface", text],
    ["ink-soft", "page", text],
    ["ink-soft", "quiet", text],
    ["danger", "surface", 4.5],
    ["on-danger", "danger", 4.5],
    ["danger", "danger-soft", 4.5],
    ["danger", "page", 4.5],
    ["success", "surface", text],
    ["success", "page", text],
    ["warning", "surface", text],
    ["warning", "page", text],
    ["info", "surface", text],
    ["info", "page", text],
    ["field-line", "surface", 3],
    ["online", "surface", 3],
    ...(Object.keys(shares) as Share[]).flatMap((share): [Share, "surface" | "page", number][] => [
      [share, "surface", 3],
      [share, "page", 3],
    ]),
  ];
  for (const [front, back, least] of pairs) {
    const reached = contrast(colours[front], colours[back]);
    if (reached < least) {
      throw new Error(
        `Theme ${name}, ${mode}: ${front} on ${back} has contrast ${reached.toFixed(2)}, needs ${least}.`,
      );
    }
  }
}

/** What is drawn without text or border keeps its colours when the system forces its own: it takes these instead. */
export const systemColours: Colours = {
  accent: "Highlight",
  "accent-strong": "Highlight",
  "accent-soft": "Canvas",
  "accent-line": "CanvasText",
  "on-accent": "HighlightText",
  page: "Canvas",
  surface: "Canvas",
  ink: "CanvasText",
  "ink-soft": "CanvasText",
  line: "CanvasText",
  quiet: "Canvas",
  "field-line": "CanvasText",
  danger: "CanvasText",
  "on-danger": "Canvas",
  "danger-soft": "Canvas",
  success: "CanvasText",
  warning: "CanvasText",
  info: "CanvasText",
  online: "CanvasText",
  "share-reviewer": "CanvasText",
  "share-issuer": "CanvasText",
  "share-platform": "CanvasText",
  "share-organization": "CanvasText",
};

/** The colours that the portal draws with in each theme, light and dark, by the theme's name. */
export const themes: readonly { readonly name: string; readonly colours: Colours }[] = Object.entries(
  themeColours,
).flatMap(([name, themeColour]) => {
  const { light, dark } = own(themeColour, palette(themeColour));
  return [
    { name: `${name} light`, colours: light },
    { name: `${name} dark`, colours: dark },
  ];
});
