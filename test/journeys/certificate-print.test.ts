import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { certificateOf } from "../../shared/platform/paths.ts";
import { openBrowser, quiet, visit } from "../support/browser.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import { readPdf, unspaced } from "../support/pdf.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { user, review } = contract;

/** 71 characters of it; with its mark an organization's name has the 80 it may have. */
const longName = "Weatherby Womens Memorial Academy of Words and Wisdom in Western Wyoming";
const longTitle =
  "WORKING MEMORY AND MATHEMATICAL MODELLING WITH MULTILINGUAL LEARNERS: MAKING MEANING, MAKING MATTER!";
const sentence = "Whoever earned this has shown that they plan, lead and look back on their own work with others. ";
const descriptions = {
  "of one paragraph that fills the sheet": `<p>${sentence.repeat(5)}</p>`,
  "of five paragraphs": `<p>${sentence.slice(0, 50)}</p>`.repeat(5),
  "as long as one can be": `<p>${sentence.repeat(10)}</p>`.repeat(51),
  "of a few words": "<p>Show that you can coach readers.</p>",
};

/** Paper in points. */
const papers = [
  ["Letter", 612, 792],
  ["A4", 595, 842],
] as const;
const marginPoints = 34; // 12 mm: the frame stands farther out

/** A PDF of the page; turned to portrait, as people can where a browser does not keep to what the page asks for. */
async function printed(format: string, turned: boolean) {
  await page.evaluate(
    (size) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`@page certificate { size: ${size} }`);
      document.adoptedStyleSheets = [sheet];
    },
    turned ? "portrait" : "landscape",
  );
  return readPdf(await page.pdf({ format, printBackground: true }));
}

let browser: Browser;
let page: Page;
let school: Organization;
let rita: Person;
let lena: Person;

beforeAll(async () => {
  school = await world.newOrganization(longName.slice(0, 71));
  rita = await acceptedReviewer(school, "Rita");
  lena = school.as("Lena");
  const { organization_id } = school;
  const name = { first_name: "W".repeat(30), last_name: "M".repeat(30) };
  answered(await lena.call(user.saveLearnerProfile, { organization_id, ...name }));
  browser = await openBrowser();
  ({ page } = await visit(browser, world.origin));
  await page.route("**/api/Certificate?**", async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const unsigned = { ...data, address: undefined, signature: "none" }; // as a stage that signs nothing
    await route.fulfill({ response, json: { data: unsigned } });
  });
});
afterAll(() => browser?.close());

describe.each(Object.entries(descriptions))("a certificate with a description %s", (_, description) => {
  const plain = description.replace(/<[^>]*>/g, " ");

  beforeAll(async () => {
    const cred_id = await publishedCredential(school, [rita], {
      title: longTitle,
      sections: [textSection],
      details: { description },
    });
    const work = await accepted(lena, cred_id, rita);
    answered(await rita.call(review.acceptSection, verdict(work, 0)));
    await page.goto(certificateOf({ org_id: school.organization_id, cred_id, user_id: lena.user_id }));
    await page.getByRole("article", { name: "Certificate" }).waitFor();
    await quiet(page);
  });

  test.each(
    papers.flatMap(([format, short, long]) => [
      { format, turned: false, width: long, height: short },
      { format, turned: true, width: short, height: long },
    ]),
  )("prints all it says on $format, turned to portrait: $turned", async ({ format, turned, width, height }) => {
    const [sheet, ...further] = await printed(format, turned);
    expect(Math.abs(sheet!.width - width) + Math.abs(sheet!.height - height)).toBeLessThan(3);
    const said = ["W".repeat(30), "M".repeat(30), longTitle, school.name, "Verified by a reviewer on", "Verify it at"];
    for (const text of said) expect(sheet!.said).toContain(unspaced(text));
    expect([sheet!, ...further].map((each) => each.said).join("")).toContain(unspaced(plain));
    if (description.length < 600) expect(further).toEqual([]);
    else expect(sheet!.said).not.toContain(unspaced(sentence));
    for (const { text, x, y, end } of sheet!.texts) {
      expect(x, text).toBeGreaterThan(marginPoints);
      expect(end, text).toBeLessThan(width - marginPoints);
      expect(y, text).toBeGreaterThan(marginPoints);
      expect(y, text).toBeLessThan(height - marginPoints);
    }
  });
});
