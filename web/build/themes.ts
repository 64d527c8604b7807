import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { themeColours } from "../app/theme-colours.ts";
import { assertReadable, type Colours, darkNeutrals, own, palette, systemColours } from "./theme-palette.ts";

/** The same of what Cloudscape's components draw, by the names of their tokens. */
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
  "border-button-primary-default": "Highlight",
  "border-button-primary-hover": "Highlight",
  "border-button-primary-active": "Highlight",
} as const;

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
    const mine = `body{${declarations(light)}}@media not print{body.awsui-dark-mode{${declarations(dark)}}}`;
    const forced = `@media (forced-colors:active){body,body.awsui-dark-mode{${declarations(systemColours)}}body:not(#\\9):not(#\\9){${controls}}}`;
    writeFileSync(
      join(folder, `${name}.css`),
      `${withoutUnread(sheet.replaceAll(/\n\s*/g, ""), read)}${mine}${forced}\n`,
    );
  }
}
