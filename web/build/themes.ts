import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { contrast } from "../../shared/organization/colour.ts";
import { type ThemeColour, themeColours } from "../app/theme-colours.ts";

const clamped = (value: number) => Math.min(1, Math.max(0, value));
const encoded = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

/** sRGB (linear, may lie outside 0 to 1) of an OKLCH colour. */
function linearRgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The nearest colour a screen can show: chroma gives way, lightness and hue stay. */
function colour(lightness: number, chroma: number, hue: number): string {
  for (let kept = chroma; ; kept -= 0.002) {
    const rgb = linearRgb(lightness, Math.max(0, kept), hue);
    if (kept <= 0 || rgb.every((part) => part > -0.0005 && part < 1.0005)) {
      return `#${rgb
        .map((part) =>
          Math.round(clamped(encoded(clamped(part))) * 255)
            .toString(16)
            .padStart(2, "0"),
        )
        .join("")}`;
    }
  }
}

function palette({ hue, chroma, deep }: ThemeColour) {
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
function darkNeutrals({ hue, strict }: ThemeColour) {
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
function own(themeColour: ThemeColour, tones: ReturnType<typeof palette>) {
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

type Colours = ReturnType<typeof own>["light"];

/** Every pair that must be readable: text 4.5 to 1, controls 3 to 1 (WCAG 2.2 AA); 7 to 1 in the high-contrast theme. */
function assertReadable(name: string, mode: string, colours: Colours, strict: boolean): void {
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
const systemColours: Colours = {
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

/** The same of Cloudscape's checkboxes, radio buttons and toggles, by the names of their tokens. */
const systemControls = {
  "background-control-default": "Canvas",
  "background-control-checked": "Highlight",
  "background-control-disabled": "GrayText",
  "background-toggle-default": "CanvasText",
  "background-toggle-checked-disabled": "GrayText",
  "border-control-default": "CanvasText",
  "border-control-checked": "Highlight",
  "border-control-disabled": "GrayText",
  "foreground-control-default": "HighlightText",
  "foreground-control-disabled": "Canvas",
} as const;

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

const declarations = (colours: Colours) =>
  Object.entries(colours)
    .map(([name, value]) => `--laurel-${name}:${value};`)
    .join("");

/** System colours for the custom properties of Cloudscape's tokens, whose names end with a hash. */
function controlDeclarations(read: ReadonlySet<string>): string {
  const written = Object.entries(systemControls).map(([token, value]) => {
    const name = [...read].find((each) => new RegExp(`^--color-${token}-[a-z0-9]+$`).test(each));
    if (name === undefined) throw new Error(`No component reads the token ${token} any more.`);
    return `${name}:${value};`;
  });
  return written.join("");
}

type Generate = (options: { theme: unknown }) => string;

/** Cloudscape's preset is 750 KB of mixed modules: bundled once here, it never reaches a browser. */
async function cloudscape(): Promise<Generate> {
  const built = await build({
    stdin: {
      contents: `export { generateThemeStylesheet } from "@cloudscape-design/components/theming"`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    logLevel: "error",
  });
  const module = { exports: {} as { generateThemeStylesheet: Generate } };
  const text = built.outputFiles[0]!.text;
  new Function("module", "exports", "require", text)(module, module.exports, createRequire(import.meta.url));
  return module.exports.generateThemeStylesheet;
}

/** The custom properties that the style sheets of Cloudscape's components read. */
function propertiesRead(): ReadonlySet<string> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("@cloudscape-design/components/package.json"));
  const sheets = globSync("**/*.css", { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));
  return new Set(sheets.flatMap(readIn));
}

const readIn = (sheet: string): string[] => [...sheet.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name!);

/** A style sheet without the custom properties that nothing reads. */
function withoutUnread(sheet: string, read: ReadonlySet<string>): string {
  const also = new Set(readIn(sheet));
  const shorter = sheet.replaceAll(/(--[\w-]+):[^;{}]*;/g, (declaration, name: string) =>
    read.has(name) || also.has(name) ? declaration : "",
  );
  return shorter === sheet ? sheet : withoutUnread(shorter, read);
}

/** Writes one small style sheet per theme, light and dark in one, into `folder`. Throws when a pair of colours is not AA. */
export async function writeThemes(folder: string): Promise<void> {
  const generate = await cloudscape();
  const read = propertiesRead();
  const controls = controlDeclarations(read);
  mkdirSync(folder, { recursive: true });
  for (const [name, themeColour] of Object.entries(themeColours)) {
    const tones = palette(themeColour);
    const { light, dark } = own(themeColour, tones);
    assertReadable(name, "light", light, Boolean(themeColour.strict));
    assertReadable(name, "dark", dark, Boolean(themeColour.strict));
    const both = (part: keyof Colours) => ({ light: light[part], dark: dark[part] });
    const strictTokens = {
      colorTextBodyDefault: both("ink"),
      colorTextBodySecondary: both("ink-soft"),
      colorTextFormSecondary: both("ink-soft"),
      colorTextHeadingDefault: both("ink"),
      colorTextCounter: both("ink-soft"),
      colorTextStatusInactive: both("ink-soft"),
      colorTextEmpty: both("ink-soft"),
      colorTextGroupLabel: both("ink-soft"),
      colorTextInputPlaceholder: both("ink-soft"),
      colorTextDropdownItemSecondary: both("ink-soft"),
      colorBorderInputDefault: both("field-line"),
      colorBorderControlDefault: both("field-line"),
      colorBorderDividerDefault: both("line"),
    };
    const sheet = generate({
      theme: {
        referenceTokens: { color: { primary: tones, neutral: darkNeutrals(themeColour) } },
        tokens: {
          colorBackgroundLayoutMain: both("page"),
          colorBackgroundContainerContent: both("surface"),
          colorBackgroundContainerHeader: both("surface"),
          colorBackgroundButtonPrimaryDefault: both("accent"),
          colorBackgroundButtonPrimaryHover: both("accent-strong"),
          ...(themeColour.strict ? strictTokens : {}),
        },
      },
    });
    const mainGround = /--color-background-layout-main-\w+/.exec(sheet)?.[0];
    const frame = ".awsui-context-app-layout-toolbar.awsui-context-app-layout-toolbar:not(#\\9)";
    const page = `${frame}{${mainGround}:var(--laurel-page)}`;
    const mine = `body{${declarations(light)}}@media not print{body.awsui-dark-mode{${declarations(dark)}}}`;
    const forced = `@media (forced-colors:active){body,body.awsui-dark-mode{${declarations(systemColours)}}body:not(#\\9):not(#\\9){${controls}}}`;
    writeFileSync(
      join(folder, `${name}.css`),
      `${withoutUnread(sheet.replaceAll(/\n\s*/g, ""), read)}${page}${mine}${forced}\n`,
    );
  }
}

if (import.meta.main) await writeThemes(join(import.meta.dirname, "../web/public/themes"));
