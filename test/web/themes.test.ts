import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contrast } from "../../shared/organization/colour.ts";
import { writeThemes } from "../../web/build/themes.ts";

const names = ["default", "1", "2", "3", "4", "5", "6", "7"];
const shares = ["reviewer", "issuer", "platform", "organization"].map((name) => `share-${name}`);
/** What charts and the bar of a price draw with: the shares, and the two colours of other figures. */
const drawn = [...shares, "accent", "field-line"];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "laurel-themes-"));
  await writeThemes(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The portal's own colours of a theme, as its style sheet declares them for a selector. */
function coloursOf(theme: string, mode: "light" | "dark" | "forced"): Readonly<Record<string, string>> {
  const sheet = readFileSync(join(folder, `${theme}.css`), "utf8");
  const selector = {
    light: /}body\{([^}]*)\}/,
    dark: /@media not print\{body\.awsui-dark-mode\{([^}]*)\}/,
    forced: /@media \(forced-colors:active\)\{body,body\.awsui-dark-mode\{([^}]*)\}/,
  }[mode];
  const [, declared = ""] = selector.exec(sheet) ?? [];
  return Object.fromEntries(
    [...declared.matchAll(/--laurel-([\w-]+):([^;]+)/g)].map(([, name, value]) => [name, value]),
  );
}

test("there are eight themes", () => {
  expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.css`).sort());
});

test.each(names.flatMap((theme) => (["light", "dark"] as const).map((mode) => [theme, mode] as const)))(
  "what is drawn in theme %s, %s, has a contrast of 3 to 1 with its card, and no two shares one colour",
  (theme, mode) => {
    const colours = coloursOf(theme, mode);
    for (const ground of ["surface", "page"]) {
      for (const name of drawn) {
        const reached = contrast(colours[name]!, colours[ground]!);
        expect(reached, `${name} ${colours[name]} on ${ground} ${colours[ground]}`).toBeGreaterThanOrEqual(3);
      }
    }
    expect(new Set(shares.map((name) => colours[name])).size).toBe(4);
  },
);

test.each(names)("where the system forces its colours, theme %s draws in nothing else", (theme) => {
  const forced = coloursOf(theme, "forced");
  expect(Object.keys(forced).sort()).toEqual(Object.keys(coloursOf(theme, "light")).sort());
  for (const value of Object.values(forced)) expect(value).toMatch(/^(Canvas|CanvasText|Highlight|HighlightText)$/);
});

test("what is different about Cloudscape's components is said by tokens and elements, never by their private classes", () => {
  const files = globSync("web/**/*.{css,ts,tsx}");
  expect(files.length).toBeGreaterThan(400);
  for (const file of files) expect(readFileSync(file, "utf8"), file).not.toMatch(/awsui_/);
});
