import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BadImage, bakedInPng, bakedInSvg, bakePng, bakeSvg, sizeOf } from "../../shared/certificate/baking.ts";
import { greyPng, pngChunk } from "./support/png.ts";

const png = greyPng();
const names = ['Anna "Annie" O’Neil', "李雷 🎓", "ليلى الحسن", "x]]>y <b>&amp;</b>", "Maximiliane-Charlotte von Hohen"];
const credentialOf = (name: string) => JSON.stringify({ id: "https://example.org/c/1.json", name });

/** As another baker may write it: compressed, with a language. */
const compressed = (keyword: string, text: string) =>
  greyPng(pngChunk("iTXt", Buffer.concat([Buffer.from(`${keyword}\0\x01\0en\0\0`, "latin1"), deflateSync(text)])));

describe("a credential in a badge image", () => {
  test.each(names)("of %s comes out of a PNG as it went in", async (name) => {
    const baked = bakePng(png, credentialOf(name));
    expect(await bakedInPng(baked)).toEqual([{ kind: "credential", text: credentialOf(name) }]);
    expect(sizeOf(baked)).toEqual({ width: 2, height: 1 });
  });
  test.each(names)("of %s comes out of an SVG as it went in", (name) => {
    const [baked, ...others] = bakedInSvg(bakeSvg(png, credentialOf(name)));
    expect(others).toEqual([]);
    expect(JSON.parse(baked!.text)).toEqual(JSON.parse(credentialOf(name)));
  });
  test("takes the place of the one before", async () => {
    const twice = bakePng(bakePng(png, credentialOf("before")), credentialOf("after"));
    expect(await bakedInPng(twice)).toEqual([{ kind: "credential", text: credentialOf("after") }]);
  });
  test("is found when another baker compressed it, and when the image comes from Open Badges 2.0", async () => {
    expect(await bakedInPng(compressed("openbadgecredential", "{}"))).toEqual([{ kind: "credential", text: "{}" }]);
    expect(await bakedInPng(compressed("openbadges", "{}"))).toEqual([{ kind: "assertion", text: "{}" }]);
  });
  test("is found in an SVG as escaped text, as a signature, and under another prefix", () => {
    const svg = (inside: string) => `<svg xmlns:ob='https://purl.imsglobal.org/ob/v3p0'>${inside}</svg>`;
    expect(bakedInSvg(svg("<ob:credential>{&quot;a&quot;:1}</ob:credential>"))).toEqual([
      { kind: "credential", text: '{"a":1}' },
    ]);
    expect(bakedInSvg(svg('<ob:credential verify="a.b.c"/>'))).toEqual([{ kind: "credential", text: "a.b.c" }]);
    expect(bakedInSvg(svg("<!-- <ob:credential>{}</ob:credential> -->"))).toEqual([]);
    expect(bakedInSvg('<svg xmlns:ob="https://elsewhere.example"><ob:credential>{}</ob:credential></svg>')).toEqual([]);
    expect(
      bakedInSvg('<svg><x:assertion xmlns:x="http://openbadges.org" verify="https://a.example/1"/></svg>'),
    ).toEqual([{ kind: "assertion", text: "https://a.example/1" }]);
  });
  test("that inflates to more than 2 MB is refused before it is whole", async () => {
    const bomb = compressed("openbadgecredential", "a".repeat(50_000_000));
    await expect(bakedInPng(bomb)).rejects.toThrow("larger than 2 MB");
  });
  test("in many chunks is refused before they have inflated to more than 2 MB together, and past a hundred", async () => {
    const text = Buffer.concat([
      Buffer.from("openbadgecredential\0\x01\0en\0\0", "latin1"),
      deflateSync("a".repeat(1e6)),
    ]);
    const chunk = pngChunk("iTXt", text);
    await expect(bakedInPng(greyPng(chunk, chunk, chunk))).rejects.toThrow("larger than 2 MB");
    const empty = pngChunk("tEXt", Buffer.from("openbadgecredential\0"));
    expect(await bakedInPng(greyPng(...Array(100).fill(empty)))).toHaveLength(100);
    await expect(bakedInPng(greyPng(...Array(101).fill(empty)))).rejects.toThrow("too many credentials");
  });
  test("is read past comments, and what stands in another element's data is none", () => {
    const svg = (inside: string) => `<svg xmlns:ob="https://purl.imsglobal.org/ob/v3p0">${inside}</svg>`;
    const one = [{ kind: "credential", text: '{"a":"<!-- 1 -->"}' }];
    const data = '<ob:credential><!-- by us --><![CDATA[{"a":"<!-- 1 -->"}]]></ob:credential>';
    expect(bakedInSvg(svg(`<!-- "a" <b> -->${data}<style><![CDATA[${"<ob:credential/>"}]]></style>`))).toEqual(one);
    expect(bakedInSvg(svg(`<rect broken=1><text>a < b</text>${data}`))).toEqual(one);
    expect(bakedInSvg(svg(`${data}<ob:credential/>`))).toHaveLength(2);
  });
  test("is found whatever follows the image", async () => {
    const baked = bakePng(png, credentialOf("Ada"));
    for (const rest of ["\n", "\0".repeat(512)])
      expect(await bakedInPng(Buffer.concat([baked, Buffer.from(rest)]))).toHaveLength(1);
  });
  test("is not looked for in a file that is cut off, damaged or no image", async () => {
    const baked = bakePng(png, credentialOf("Lena"));
    const damaged = Uint8Array.from(baked);
    damaged[60]! ^= 1;
    for (const bad of [baked.subarray(0, 70), damaged, new Uint8Array(), new TextEncoder().encode("hello")]) {
      await expect(bakedInPng(bad)).rejects.toThrow(BadImage);
    }
  });
});

const namespace = 'xmlns:a="https://purl.imsglobal.org/ob/v3p0"';
/** Kinds of SVG that make a search begin anew at each of their pieces. */
const hostile: Readonly<Record<string, (count: number) => string>> = {
  "comments that do not end": (count) => `<svg ${"<!--".repeat(count)}`,
  "data that does not end": (count) => `<svg>${"<![CDATA[".repeat(count)}`,
  "names for one namespace, and elements": (count) =>
    Array.from({ length: count / 8 }, (_, at) => `<svg ${namespace.replace(":a", `:a${at}`)}><a${at}:credential>`).join(
      "",
    ),
  "one name for a namespace, again and again": (count) => `<svg ${namespace}><a:credential>`.repeat(count / 8),
  "credentials within credentials": (count) =>
    `<svg ${namespace}>${"<a:credential>".repeat(count / 8)}${"</a:credential>".repeat(count / 8)}`,
  "credentials that do not end": (count) => `<svg ${namespace}>${"<a:credential>".repeat(count / 4)}`,
  "attributes without their end": (count) => `<svg>${`<a b="c' `.repeat(count / 2)}`,
  "spaces without end": (count) => `<svg a${" ".repeat(count * 4)}`,
  "tags that are none": (count) => "<svg <a b=".repeat(count / 2),
  "entities that do not end": (count) => `<svg ${namespace}><a:credential>${"&am".repeat(count)}</a:credential>`,
};

/** The work of the processor in milliseconds, the least of three. */
function workOf(act: () => unknown): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

describe("an SVG that anybody may have written", () => {
  const noiseMs = 20;
  test.each(Object.entries(hostile))("of %s takes work by its length, not by the square of it", (_, svgOf) => {
    // The step is sixteenfold, the square of it 256; one between leaves room for a collection of garbage.
    for (const [fewer, more] of [
      [1000, 16_000],
      [46_875, 750_000], // up to 3 MB
    ] as const) {
      const [less, most] = [svgOf(fewer), svgOf(more)];
      const before = workOf(() => bakedInSvg(less));
      expect(workOf(() => bakedInSvg(most))).toBeLessThan(64 * before + noiseMs);
    }
  });
});
