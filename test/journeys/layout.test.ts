import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { countShifts } from "../screenshots/inspect.ts";
import { openBrowser, quiet, visit } from "../support/browser.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted } from "../support/fixtures/work.ts";
import { readPdf } from "../support/pdf.ts";
import { world } from "../support/world.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("a page loaded again where it was left does not jump: the judging of a section at 390 px", async () => {
  const school = await world.newOrganization("Steady School");
  const rita = await acceptedReviewer(school, "Rita");
  const work = await accepted(school.as("Lena"), await publishedCredential(school, [rita]), rita);
  const { page, context } = await visit(browser, world.origin, { width: 390, height: 844 });
  await page.addInitScript(countShifts);
  await signIn(page, rita.email, rita.password);
  const shown = () => page.getByRole("button", { name: "Approve" }).waitFor();
  await page.goto(paths.acceptedJob(work.credential_job_id));
  await shown();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.reload();
  await shown();
  await quiet(page);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const shift = await page.evaluate(() => (window as unknown as { laurelShifts: object }).laurelShifts);
  expect(shift).toEqual({ value: 0, most: 0, what: "" });
  await context.close();
});

test("a page opened by its address begins at its top, and one gone back to where it was left", async () => {
  const { page, context } = await visit(browser, world.origin, { width: 390, height: 600 });
  const shown = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
  await page.goto(paths.terms);
  await shown("Terms of Service");
  await page.evaluate(() => scrollTo(0, 900));
  await page.goto(paths.privacy);
  await shown("Privacy Policy");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await shown("Terms of Service");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  await context.close();
});

test("on a phone the sections of a submission open at a press, the one chosen has the focus, and too long a text is told", async () => {
  const school = await world.newOrganization("Section School");
  const rita = await acceptedReviewer(school, "Rita");
  const lena = school.as("Lena");
  const credential_id = await publishedCredential(school, [rita], { price: 25 });
  await paidPurchase(lena, credential_id, world.origin);
  const { page, context } = await visit(browser, world.origin, { width: 390, height: 844 });
  await signIn(page, lena.email, lena.password);
  await page.goto(paths.submitWork(credential_id));
  await page.getByRole("heading", { name: "Lesson plan" }).waitFor();
  const toggle = page.getByRole("button", { name: "Sections 0 of 2 done" });
  const other = page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: "Reflection" });
  expect(await other.isVisible()).toBe(false);
  await toggle.press("Enter");
  await other.press("Enter");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Reflection");
  expect(await toggle.getAttribute("aria-expanded")).toBe("false");
  await toggle.press("Enter");
  await other.press("Enter"); // it is shown already
  await expect.poll(focused).toBe("Sections0 of 2 done");
  expect((await page.locator(".bar").boundingBox())?.height).toBe(82);
  const editor = page.locator("[contenteditable=true]:visible");
  await editor.fill("讲".repeat(20_353));
  await page.getByText("This text is too long. Shorten it by about 360 characters.").waitFor();
  expect(await editor.evaluate((field) => field.contains(document.activeElement))).toBe(true);
  await editor.fill("讲".repeat(19_900));
  await page.getByText(/^This text is too long/).waitFor({ state: "detached" });
  await context.close();
});

test("at 320 px no main page of a learner, a reviewer or an admin scrolls sideways", async () => {
  const school = await world.newOrganization("Narrow School");
  const title = "Formative Assessment in the Secondary Classroom";
  const rita = await acceptedReviewer(school, "Rita");
  const work = await accepted(school.as("Lena"), await publishedCredential(school, [rita], { title }), rita);
  const ada = school.as("Ada");
  await ada.token();
  await world.settle();
  const walks = [
    { person: school.as("Lena"), pages: [paths.home, paths.mySubmissions, paths.mySubmission(work.application_id)] },
    {
      person: rita,
      pages: [paths.home, paths.openJobs, paths.acceptedJobs, paths.acceptedJob(work.credential_job_id)],
    },
    { person: ada, pages: [paths.home, paths.credentials, paths.quality, paths.users, paths.paymentHistory] },
  ];
  for (const { person, pages } of walks) {
    const { page, context } = await visit(browser, world.origin, { width: 320, height: 640 });
    await signIn(page, person.email, person.password);
    for (const path of pages) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await quiet(page);
      const seen = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const ends = [...document.querySelectorAll("body *")].filter(
          (each) => each.getBoundingClientRect().right > clientWidth + 1,
        );
        return { over: scrollWidth - clientWidth, ends: ends.slice(-3).map((each) => each.outerHTML.slice(0, 120)) };
      });
      expect.soft(seen.over, `${person.email}: ${path}: ${seen.ends.join()}`).toBe(0);
    }
    await context.close();
  }
});

test("an editor of formatted text begins low and is as high as its text from there", async () => {
  const ada = (await world.newOrganization("Writing School")).as("Ada");
  const { page, context } = await visit(browser, world.origin);
  await ada.token();
  await signIn(page, ada.email, ada.password);
  await page.goto(paths.createCredentialStep(0));
  const text = page.getByRole("textbox", { name: "Description", exact: true });
  await text.click();
  const heightOf = () => page.locator(".editor", { has: text }).evaluate((editor) => editor.clientHeight);
  const begun = await heightOf();
  expect(begun).toBeLessThan(215);
  for (let line = 0; line < 12; line++) await page.keyboard.press("Enter");
  expect(await heightOf()).toBeGreaterThan(begun + 100);
  expect(await text.evaluate((room) => room.scrollHeight - room.clientHeight)).toBe(0);
  await context.close();
});

test("the payment history lies within 1440 px, and prints its words whole on Letter and A4", async () => {
  const school = await world.newOrganization("Printing School");
  const title = "Formative Assessment in the Secondary Classroom";
  const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")], {
    title,
    price: 1200,
  });
  await paidPurchase(school.as("Lena"), credential_id, world.origin);
  const ada = school.as("Ada");
  await ada.token();
  const { page, context } = await visit(browser, world.origin);
  await signIn(page, ada.email, ada.password);
  await page.goto(paths.paymentHistory);
  await page.getByRole("rowheader", { name: /Lena Rivers/ }).waitFor();
  const sideways = await page
    .locator("#main :has(> table)")
    .evaluateAll((parts) => parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  expect(Math.max(...sideways)).toBe(0);

  for (const format of ["Letter", "A4"]) {
    const pages = await readPdf(await page.pdf({ format, margin: { left: "12mm", right: "12mm" } }));
    const texts = pages.flatMap((sheet) => sheet.texts);
    const words = texts.flatMap(({ text }) => text.split(/\s+/));
    const wanted = [
      "Credential",
      "Reviewer",
      "Organization",
      "Platform",
      "Formative",
      "Assessment",
      "Secondary",
      "$1,200.00",
    ];
    for (const word of wanted) expect(words, `${format}: ${word} is whole`).toContain(word);
    for (const sheet of pages) {
      for (const { text, end } of sheet.texts)
        expect(end, `${format}: “${text}” ends on the sheet`).toBeLessThan(sheet.width);
    }
    expect(texts.filter(({ text }) => text === "Organization").length, "figures above and the table’s header").toBe(2);
    const first = pages[0]?.texts ?? [];
    const heightOf = (wanted: string) => first.findLast(({ text }) => text.startsWith(wanted))?.y ?? Number.NaN;
    expect(heightOf("Credential"), "the header stands below the title").toBeLessThan(heightOf("All time") - 12);
    expect(heightOf("Credential"), "and above the first row").toBeGreaterThan(heightOf("Formative") + 12);
    for (const gone of ["Export all", "All years", "Users"]) expect(texts.map(({ text }) => text)).not.toContain(gone);
  }
  await context.close();
});
