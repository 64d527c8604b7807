import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundling } from "../../bin/build.ts";
import { root } from "../../bin/local/prepare.ts";
import type { drawPreview, PreviewTexts } from "../../functions/certificate/model/preview.ts";
import { sizeOf, sniff } from "../../functions/pictures/format.ts";
import { pixel } from "../support/fixtures/file.ts";

/** Fonts and WebAssembly lie beside the bundle, so it is the bundle that is tried. */
const outdir = mkdtempSync(join(root, ".cache/preview-"));
let draw: typeof drawPreview;

beforeAll(async () => {
  await build(bundling(["certificate/model/preview"], outdir));
  const module = (await import(pathToFileURL(join(outdir, "certificate/model/preview.mjs")).href)) as {
    drawPreview: typeof drawPreview;
  };
  draw = module.drawPreview;
});
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** A PNG of one pixel. */
const texts: PreviewTexts = {
  name: "Lena Lang",
  title: "Formative Assessment",
  issuer: "Northwind College",
};
const drawn = async (differing: Partial<PreviewTexts> = {}) => Buffer.from(await draw({ ...texts, ...differing }));

describe("the picture of a certificate", () => {
  test("is a PNG of 1200 by 630 pixels, the same each time", async () => {
    const picture = await drawn();
    expect(sniff(picture)).toBe("png");
    expect(sizeOf(picture, "png")).toEqual({ width: 1200, height: 630 });
    expect(picture.equals(await drawn())).toBe(true);
    expect(picture.length).toBeLessThan(150_000);
  });

  test.each([
    ["another name", { name: "Leo Lang" }],
    ["another title", { title: "Formative Assessments" }],
    ["another organization", { issuer: "Northwood College" }],
    ["that it was revoked", { ended: "revoked" as const }],
    ["that it has expired", { ended: "expired" as const }],
    ["another colour", { colour: "#7a2a6b" }],
    ["the organization's logo, or the badge", { emblem: pixel }],
    ["accents, as they are", { name: "Léna Łang" }],
    ["other alphabets that it has letters for", { name: "Елена Ланг" }],
  ])("shows %s", async (_, differing) => {
    const [picture, nameless, plain] = [await drawn(differing), await drawn({ ...differing, name: "" }), await drawn()];
    expect(picture.equals(plain)).toBe(false);
    expect(picture.equals(nameless)).toBe(false);
  });

  test.each(["李娜", "لينا", "लीना"])("says where to read %s, which its fonts cannot draw", async (name) => {
    const elsewhere = await drawn({ name: "Certificate holder: see page" });
    expect((await drawn({ name })).equals(elsewhere)).toBe(true);
    expect((await drawn({ title: name })).equals(await drawn({ title: "Credential: see page" }))).toBe(true);
    expect((await drawn({ issuer: name })).equals(await drawn({ issuer: "" }))).toBe(true);
    expect((await drawn({ name: "" })).equals(elsewhere)).toBe(false);
  });

  test.each(["Lena Lang 🎓", "🇺🇦 Lena 👩‍🏫 Lang ❤️"])(
    "leaves out of %s what is no letter, and no more",
    async (name) => {
      expect((await drawn({ name })).equals(await drawn())).toBe(true);
    },
  );

  test("takes the longest texts and what looks like markup", async () => {
    const longest = { name: `${"W".repeat(30)} ${"M".repeat(30)}`, title: "W".repeat(100), issuer: "W".repeat(80) };
    expect(sizeOf(await drawn(longest), "png")).toEqual({ width: 1200, height: 630 });
    const markup = await drawn({ name: "</text><script>&amp;" });
    expect(markup.equals(await drawn({ name: "" }))).toBe(false);
  });
});
