import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certificatePage } from "../../functions/certificate/model/page.ts";
import { type CertificateDetails, credentialOf } from "../../shared/certificate/credential.ts";
import { certificateDetails, largestDetails, origin, variedDetails } from "../certificate/details.ts";
import { openBrowser } from "../support/browser.ts";
import { readPdf, unspaced } from "../support/pdf.ts";

/** The page is served by nobody but this test, without the script that checks: that is how it stands by itself. */
const mark = readFileSync("web/public/favicon.svg");
const path = `/c/${certificateDetails.certificate_id}`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A window on the page, and what the browser complained of. */
async function windowOn(html: string, options: Parameters<Browser["newContext"]>[0] = {}) {
  const context: BrowserContext = await browser.newContext(options);
  const page: Page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.route("**", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === path) return route.fulfill({ contentType: "text/html; charset=utf-8", body: html });
    if (pathname.endsWith(".js")) return route.fulfill({ contentType: "text/javascript", body: "" });
    return route.fulfill({ contentType: "image/svg+xml", body: mark });
  });
  await page.goto(origin + path);
  return { page, complaints };
}

const longest = "Whoever earned this has shown that they plan, lead and look back on their own work with others. ";
const longestNames: Partial<CertificateDetails> = {
  first_name: "W".repeat(30),
  last_name: "M".repeat(30),
  organization: {
    ...certificateDetails.organization,
    name: "Weatherby Womens Memorial Academy of Words ".repeat(2).slice(0, 80),
  },
};
const longTitle =
  "WORKING MEMORY AND MATHEMATICAL MODELLING WITH MULTILINGUAL LEARNERS: MAKING MEANING, MAKING MATTER!";
const longDetails = (description: string): CertificateDetails => ({
  ...certificateDetails,
  ...longestNames,
  revision: { ...certificateDetails.revision, title: longTitle, description },
});

const filesOrigin = "https://files.example.org";
const pages = {
  active: certificatePage({ filesOrigin, credential: credentialOf(origin, certificateDetails) }),
  "with the most findings there can be": certificatePage({
    filesOrigin,
    credential: credentialOf(origin, largestDetails()),
  }),
  "with more findings than there is room for": certificatePage({
    filesOrigin,
    credential: credentialOf(origin, variedDetails()),
  }),
  "with published evidence": certificatePage({
    filesOrigin,
    credential: credentialOf(origin, certificateDetails),
    evidenceUntil: "2999-12-31",
  }),
  revoked: certificatePage({
    filesOrigin,
    credential: credentialOf(origin, certificateDetails),
    revoked: { on: "2026-12-01T10:00:00.000Z", code: "holder's-wish" },
  }),
};

describe.each(Object.entries(pages))("the page of a certificate that is %s", (_, html) => {
  test.each([
    ["light", 1440],
    ["dark", 1440],
    ["light", 390],
    ["dark", 320],
  ] as const)("keeps to WCAG in a %s browser %i pixels wide, and nothing sticks out", async (colorScheme, width) => {
    const { page, complaints } = await windowOn(html, { colorScheme, viewport: { width, height: 900 } });
    const { violations } = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200))}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
  });

  test("says the same with JavaScript switched off", async () => {
    const { page } = await windowOn(html, { javaScriptEnabled: false });
    for (const text of ["Lena Lang", "Review results", "Verify this certificate"])
      expect(await page.getByText(text).first().isVisible()).toBe(true);
  });
});

const papers = [
  ["Letter", "landscape", 792, 612],
  ["Letter", "portrait", 612, 792],
  ["A4", "landscape", 842, 595],
  ["A4", "portrait", 595, 842],
] as const;
const marginPoints = 34; // 12 mm: the frame stands farther out

describe.each([
  ["that fills the sheet", `<p>${longest.repeat(5)}</p>`, true],
  ["of five paragraphs", `<p>${longest.slice(0, 50)}</p>`.repeat(5), true],
  ["as long as a credential takes it", `<p>${longest.repeat(42)}</p>`, false],
] as const)("a certificate with the longest names and a description %s", (_, description, onSheet) => {
  test.each(papers)("prints all it says on %s, %s", async (format, turned, width, height) => {
    const details = longDetails(description);
    const credential = credentialOf(origin, details);
    const { page } = await windowOn(certificatePage({ filesOrigin, credential }));
    await page.evaluate((size) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`@page certificate { size: ${size} }`);
      document.adoptedStyleSheets = [sheet];
    }, turned);
    const [sheet, ...further] = await readPdf(await page.pdf({ format, printBackground: true }));
    expect(Math.abs(sheet!.width - width) + Math.abs(sheet!.height - height)).toBeLessThan(3);
    const { name } = details.organization;
    const said = ["W".repeat(30), "M".repeat(30), longTitle, name, "Verified by a reviewer on", "November 21, 2026"];
    for (const text of [...said, origin.slice(8) + path]) expect(sheet!.said).toContain(unspaced(text));
    const all = [sheet!, ...further].map((each) => each.said).join("");
    expect(all).toContain(unspaced(credential.credentialSubject.achievement.description));
    expect(further.length === 0).toBe(onSheet);
    for (const { text, x, y, end } of sheet!.texts) {
      expect(Math.min(x, y), text).toBeGreaterThan(marginPoints);
      expect(end, text).toBeLessThan(width - marginPoints);
      expect(y, text).toBeLessThan(height - marginPoints);
    }
  });
});
