import { describe, expect, test } from "vitest";
import { badgeDesign, badgeSvg, monogramOf } from "../../shared/credential/badge.ts";
import { badgeTones } from "../../shared/credential/badge-tones.ts";
import { contrast, defaultColour } from "../../shared/organization/colour.ts";
import { organizationColour } from "../../shared/organization/organization-colour.ts";
import { themes } from "../../web/build/theme-palette.ts";

const about = "Formative Assessment,Classroom,Reading,Inclusive,Digital,Project,Family,Science,Early,School".split(",");
const what = "Leader,Coach,Practice,Design,Mentor,Basics,Workshop,Talks,Circle,Study".split(",");
const how = ["in Mixed Classrooms", "for New Teachers", "2"];
/** Three hundred titles as organizations write them: many share their words and their letters. */
const titles = about.flatMap((one) => what.flatMap((two) => how.map((three) => `${one} ${two} ${three}`)));

/** Colours at the edge of what is taken, and in the middle of it. */
const colours = [defaultColour, "#767676", "#000000", "#7a2a6b", "#a3261b", "#1f4e9e", "#0000ff", "#b35900"];

describe("the badge that is drawn of a credential", () => {
  test("looks different for each of three hundred titles of one organization", () => {
    expect(new Set(titles).size).toBe(300);
    expect(new Set(titles.map((title) => badgeSvg({ title, colour: "#1f4e9e" }))).size).toBe(300);
    const seen = titles.map((title) => {
      const { outline, pattern, coarse, ground, monogram, turn } = badgeDesign(title);
      return [outline, pattern, coarse, ground, monogram, turn].join(" ");
    });
    expect(new Set(seen).size).toBeGreaterThan(290);
  });

  test("uses every shape and pattern about as often as any other", () => {
    for (const part of ["outline", "pattern", "ground", "ornament", "turn"] as const) {
      const counts = Map.groupBy(titles, (title) => badgeDesign(title)[part]);
      const even = titles.length / counts.size;
      expect(counts.size, part).toBeGreaterThanOrEqual(3);
      for (const [value, { length }] of counts) expect(length, `${part} ${value}`).toBeGreaterThan(even / 3);
    }
  });

  test("is the same each time, whatever the title's case and spaces, and another one in another colour", () => {
    const badge = badgeSvg({ title: "Number Talks", colour: "#1f4e9e" });
    expect(badgeSvg({ title: "Number Talks", colour: "#1f4e9e" })).toBe(badge);
    expect(badgeSvg({ title: "  number   talks ", colour: "#1f4e9e" })).toBe(badge);
    expect(badgeSvg({ title: "Number Talks", colour: "#7a2a6b" })).not.toBe(badge);
    expect(badgeSvg({ title: "Number Talks" })).toBe(badgeSvg({ title: "Number Talks", colour: defaultColour }));
  });

  test.each([
    ["Formative Assessment", "FA"],
    ["The Science of Reading", "SR"],
    ["Algebra", "A"],
    ["Équité à l’école", "EL"],
    ["In and Of", "IA"],
    ["5E Lessons", "5L"],
    ["数学の授業", ""],
    ["Читательский кружок", ""],
    ["— ! —", ""],
  ])("has the first letters of the words of %s that count: %s", (title, monogram) => {
    expect(monogramOf(title)).toBe(monogram);
    expect(badgeSvg({ title })).toMatch(/^<svg .*<\/svg>$/);
  });

  test.each(colours)(
    "in %s has letters that can be read on it, and a shape that stands out in every theme",
    (colour) => {
      expect(organizationColour.parse(colour)).toBe(colour);
      for (const title of titles.slice(0, 40)) {
        const { dark, light } = badgeTones(colour, badgeDesign(title).turn);
        for (const ground of [colour, dark]) expect(contrast("#ffffff", ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(light, colour)).toBeGreaterThanOrEqual(3);
        expect(contrast(light, dark)).toBeGreaterThanOrEqual(3);
        for (const { name, colours: theme } of themes) {
          const best = Math.max(...[dark, light].map((tone) => contrast(tone, theme.surface)));
          expect(best, name).toBeGreaterThanOrEqual(3);
        }
      }
    },
  );

  test("is small, and holds nothing of the title as markup, and nothing from elsewhere", () => {
    for (const title of [...titles, `"><script>alert(1)</script>`, "W".repeat(100)]) {
      const svg = badgeSvg({ title });
      expect(svg.length).toBeLessThan(8000);
      expect(svg).not.toMatch(/script|href|NaN|undefined|<text/);
    }
  });
});

describe("an organization's colour", () => {
  test.each(["#13623B", " #767676 ", "#000000"])("may be %s, on which white letters can be read", (colour) => {
    expect(organizationColour.parse(colour)).toBe(colour.trim().toLowerCase());
  });

  test.each(["#777777", "#ffffff", "#ffcc00", "green", "#123", "#1234567", "#13623g", "red;}"])(
    "may not be %s",
    (colour) => expect(organizationColour.safeParse(colour).success).toBe(false),
  );
});
