import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { Window } from "happy-dom";
import decodeQR from "qr/decode.js";
import { describe, expect, test } from "vitest";
import { certificatePage } from "../../functions/certificate/model/page.ts";
import { type CertificateDetails, credentialOf } from "../../shared/certificate/credential.ts";
import { rubricLimits } from "../../shared/credential/rubric.ts";
import { certificateDetails, largestDetails, origin, variedDetails, variedText } from "./details.ts";

const filesOrigin = "https://files.example.org";
const pageOf = (differing: Partial<CertificateDetails> = {}) =>
  certificatePage({ filesOrigin, credential: credentialOf(origin, { ...certificateDetails, ...differing }) });

/** A page's elements; its scripts do not run. */
function documentOf(html: string) {
  const { document } = new Window({ settings: { disableJavaScriptFileLoading: true } });
  document.write(html);
  return document;
}
const metaOf = (html: string, name: string) =>
  documentOf(html).querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute("content");

const wordsOf = (html: string) => documentOf(html).body.textContent.replace(/\s+/g, " ");

const address = `${origin}/c/${certificateDetails.certificate_id}`;

describe("the page of a certificate", () => {
  test("previews as whose it is, what and by whom", () => {
    const html = pageOf();
    const title = "Lena Lang – Formative Assessment – Northwind College";
    expect(documentOf(html).title).toBe(title);
    for (const name of ["og:title", "twitter:title"]) expect(metaOf(html, name)).toBe(title);
    for (const name of ["og:image", "twitter:image"]) expect(metaOf(html, name)).toBe(`${address}.png`);
    expect(metaOf(html, "og:url")).toBe(address);
    expect(metaOf(html, "twitter:card")).toBe("summary_large_image");
    expect(metaOf(html, "og:description")).toContain("Lena Lang earned Formative Assessment of Northwind College.");
  });

  test("carries the organization's logo in its wreath, or the badge, and our mark only where there is neither", () => {
    const inWreath = (differing: Partial<CertificateDetails> = {}) =>
      documentOf(pageOf(differing)).querySelector(".wreath-logo")?.getAttribute("src");
    const { organization, revision } = certificateDetails;
    expect(inWreath()).toBe("/media/logo.png");
    const logoless = { ...organization, logo: "" };
    expect(inWreath({ organization: logoless })).toBe("/media/badge.png");
    const bare = { organization: logoless, revision: { ...revision, badge: "" } };
    expect(inWreath(bare)).toBeUndefined();
    expect(documentOf(pageOf(bare)).querySelector(".wreath-tip")).not.toBeNull();
    expect(documentOf(pageOf()).querySelector(".wreath-tip")).toBeNull();
  });

  test("is drawn in its organization's colour, which its policy vouches for", () => {
    const html = certificatePage({
      ...{ credential: credentialOf(origin, certificateDetails), colour: "#7a2a6b" },
      filesOrigin: "https://files.example.org",
    });
    const style = documentOf(html).querySelector("style")?.textContent ?? "";
    expect(style).toContain("--sheet-accent:#7a2a6b");
    expect(html).toContain(`sha256-${createHash("sha256").update(style).digest("base64")}`);
    expect(pageOf()).not.toContain("#7a2a6b");
  });

  test("says what the review found achieved, in the rubric's words, and of the rest only how much", () => {
    const words = wordsOf(pageOf());
    for (const text of ["Review results", "Plan Approved", "Reflection Approved"]) expect(words).toContain(text);
    expect(words).toContain("Plan Approved 2 of 3 criteria achieved");
    expect(words).toContain("Goals Required4 pointsClear.");
    expect(words).toContain("Checks2 pointsThey fit.");
    expect(words).not.toContain("Not achieved");
    expect(words).not.toContain("Style0 points");
    expect(words).not.toContain("Well written.");
    expect(words).toContain("Total: 6 of 7 points (5 required)");
  });

  test("introduces what the credential asks of applicants, so that it does not read as what was found", () => {
    const document = documentOf(pageOf());
    const asked = document.querySelector(".sheet-description");
    expect(asked?.firstElementChild?.textContent).toBe("What this credential asks of learners");
    expect(wordsOf(pageOf())).not.toContain("Submitted work");
  });

  test("says nothing of findings that its learner left out", () => {
    const words = wordsOf(pageOf({ findings: undefined }));
    expect(words).not.toContain("Review results");
    expect(words).not.toContain("Not achieved");
    expect(words).toContain("Lena Lang");
  });

  test("has a line for each check and a way to check without a script", () => {
    const document = documentOf(pageOf());
    const panel = document.querySelector("#verification");
    expect(panel?.getAttribute("data-credential")).toBe(`/c/${certificateDetails.certificate_id}.json`);
    const checks = [...(panel?.querySelectorAll("[data-check]") ?? [])].map((line) => line.getAttribute("data-check"));
    expect(checks).toEqual(["signature", "integrity", "status", "validity", "evidence"]);
    expect([...(panel?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"))).toEqual([
      "/verify",
      `/c/${certificateDetails.certificate_id}.json`,
    ]);
  });

  test("says until when its learner publishes evidence, where they do, and fetches nothing of it by itself", () => {
    const credential = credentialOf(origin, certificateDetails);
    const document = documentOf(certificatePage({ filesOrigin, credential, evidenceUntil: "2027-03-01" }));
    const section = document.querySelector("#evidence");
    expect(section?.getAttribute("data-certificate")).toBe(certificateDetails.certificate_id);
    expect(section?.getAttribute("data-until")).toBe("2027-03-01");
    expect(section?.textContent).toContain("until March 1, 2027");
    expect(section?.querySelectorAll("a, img, iframe").length).toBe(0);
    expect(documentOf(pageOf()).querySelector("#evidence")).toBeNull();
  });

  test("has a QR code that leads to it", () => {
    const svg = documentOf(pageOf()).querySelector(".sheet-code svg")!;
    const side = Number(svg.getAttribute("viewBox")?.split(" ")[2]);
    const scale = 4;
    const data = new Uint8ClampedArray((side * scale) ** 2 * 4).fill(255);
    const drawn = svg.querySelectorAll("path")[1]?.getAttribute("d") ?? "";
    for (const [, x, y, length] of drawn.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
      for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
        const start = row * side * scale + Number(x) * scale;
        for (let at = start; at < start + Number(length) * scale; at += 1) data.fill(0, at * 4, at * 4 + 3);
      }
    }
    expect(decodeQR({ width: side * scale, height: side * scale, data })).toBe(address);
  });

  test("that was revoked says so, since when and why, in its preview, too", () => {
    const credential = credentialOf(origin, certificateDetails);
    const revoked = { on: "2026-12-01T10:00:00.000Z", code: "rules-broken" } as const;
    const html = certificatePage({ filesOrigin, credential, revoked });
    const text =
      "Northwind College revoked this certificate on December 1, 2026. It was earned in violation of the rules.";
    expect(wordsOf(html)).toContain(text);
    expect(metaOf(html, "og:description")).toBe("This certificate was revoked on December 1, 2026.");
    expect(wordsOf(pageOf())).not.toContain("revoked this certificate");
  });

  test.each([
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `'-alert(1)-'</title></style><svg onload=alert(1)>`,
    "&lt;b&gt; & ]]> \u202egnitirw <!--",
    "שלום 👩🏽‍🏫 O’Neil-Müller",
  ])("shows %s as that text, wherever it stands, and runs nothing of it", (text) => {
    const plain = documentOf(pageOf());
    const { organization, revision } = certificateDetails;
    const [section, ...others] = revision.sections;
    const criteria = section!.rubric_ext!.criteria.map((each) => ({ ...each, criteria: text, achieved: text }));
    const html = pageOf({
      first_name: text,
      organization: { ...organization, name: text },
      revision: {
        ...revision,
        title: text,
        badge: `/media/${text}`,
        sections: [{ ...section!, title: text, rubric_ext: { completed: 5, criteria } }, ...others],
      },
    });
    const document = documentOf(html);
    expect(document.querySelector("h1")?.textContent).toBe(`${text} Lang`);
    expect(document.querySelector(".sheet-title")?.textContent).toBe(text);
    expect(document.querySelector(".sheet-issuer")?.textContent).toBe(text);
    expect(document.querySelector(".criteria strong")?.textContent).toBe(text);
    expect(document.title).toBe(`${text} Lang – ${text} – ${text}`.replace(/\s+/g, " "));
    for (const tag of ["script", "img", "style", "svg", "meta", "body *"])
      expect(document.querySelectorAll(tag).length, tag).toBe(plain.querySelectorAll(tag).length);
    const attributes = [...document.querySelectorAll("*")].flatMap((element) => element.getAttributeNames());
    expect(attributes.filter((name) => name.startsWith("on"))).toEqual([]);
  });

  test("loads its own style by its digest, one script of the portal, and pictures of the portal alone", () => {
    const foreign = { ...certificateDetails.revision, badge: "https://elsewhere.example.org/x.png" };
    const document = documentOf(pageOf({ revision: foreign }));
    const style = document.querySelector("style")?.textContent ?? "";
    expect(style).toContain(".sheet-frame {");
    const digest = createHash("sha256").update(style).digest("base64");
    const policy =
      metaOf(pageOf(), "Content-Security-Policy") ??
      documentOf(pageOf()).querySelector("meta[http-equiv]")?.getAttribute("content");
    expect(policy).toContain(`style-src 'sha256-${digest}'`);
    expect([...document.querySelectorAll("script")].map((script) => script.outerHTML)).toEqual([
      '<script type="module" src="/certificate-checks.js"></script>',
    ]);
    expect(document.querySelectorAll("[style]").length).toBe(0);
    for (const image of document.querySelectorAll("img")) expect(image.getAttribute("src")).toMatch(/^\/\w/);
  });

  test("has at most 15 KB before its first picture, however much the review found", () => {
    const bytesOf = (details: CertificateDetails) =>
      brotliCompressSync(certificatePage({ filesOrigin, credential: credentialOf(origin, details) }), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
      }).length;
    expect(bytesOf(certificateDetails)).toBeLessThanOrEqual(6.5 * 1024);
    expect(bytesOf(largestDetails())).toBeLessThanOrEqual(15 * 1024);
    const varied = variedDetails();
    expect(bytesOf(varied)).toBeLessThanOrEqual(15 * 1024);
    const sections = varied.revision.sections.map((section) => {
      const criteria = section.rubric_ext!.criteria;
      const more = criteria.slice(0, rubricLimits.criteriaMax - criteria.length);
      const others = more.map((each, at) => ({
        ...{ ...each, criteria_id: `more-${at}`, criteria: variedText(90_000 + at, 130) },
      }));
      return { ...section, rubric_ext: { ...section.rubric_ext!, criteria: [...criteria, ...others] } };
    });
    expect(bytesOf({ ...varied, revision: { ...varied.revision, sections } })).toBeLessThanOrEqual(15 * 1024);
  });

  test("counts what there is no room for, and says where it stands; its script has the places to say it", () => {
    const credential = credentialOf(origin, variedDetails());
    const document = documentOf(certificatePage({ filesOrigin, credential }));
    expect(document.querySelectorAll(".criteria").length).toBe(0);
    expect(document.querySelectorAll('[data-folded="criteria"]').length).toBe(10);
    expect(document.querySelector('[data-folded="criteria"]')?.textContent).toBe(
      "20 of 20 criteria achieved, 40 points.",
    );
    expect(document.querySelector('[data-folded="note"] a')?.getAttribute("href")).toBe(
      new URL(credential.id).pathname,
    );
    expect(documentOf(pageOf()).querySelectorAll("[data-folded]").length).toBe(0);
  });
});

test("no style of the portal's other pages, which one document loads beside it, reaches into a certificate's sheet", () => {
  const classesOf = (file: string) =>
    [...readFileSync(file, "utf8").matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g)].map(([, name]) => name!);
  const ofTheSheet = new Set(classesOf("shared/certificate/sheet.css"));
  expect(ofTheSheet).toContain("sheet");
  const others = globSync("web/**/*.css");
  expect(others.length).toBeGreaterThan(20);
  expect(
    others.flatMap((file) => classesOf(file).flatMap((name) => (ofTheSheet.has(name) ? [`${file}: .${name}`] : []))),
  ).toEqual([]);
});
