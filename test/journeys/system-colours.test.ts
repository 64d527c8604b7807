import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, quiet, visit } from "../support/browser.ts";
import { publishedCredential, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun } from "../support/fixtures/work.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { inspect, signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A window of somebody signed in whose system has colours or a contrast of its own. */
async function openAs(person: Person, media: Parameters<Page["emulateMedia"]>[0]) {
  await person.token();
  const window = await visit(browser, world.origin);
  await window.page.emulateMedia(media);
  await signIn(window.page, person.email, person.password);
  return window;
}

/** How a part is drawn: what a forced palette leaves to tell it from what is beside it. */
const drawn = (part: Locator) =>
  part.evaluate((element) => {
    const { backgroundColor, backgroundImage, outlineStyle, outlineColor, textDecorationLine } =
      getComputedStyle(element);
    return [backgroundColor, backgroundImage, outlineStyle === "none" ? "" : outlineColor, textDecorationLine].join(
      " | ",
    );
  });

/** The one that is chosen is drawn unlike every other. */
async function expectToStandOut(chosen: Locator, others: Locator): Promise<void> {
  await chosen.first().waitFor();
  const look = await drawn(chosen.first());
  const rest = await others.all();
  expect(rest.length).toBeGreaterThan(0);
  for (const other of rest) expect(await drawn(other)).not.toBe(look);
}

test.each(["light", "dark"] as const)(
  "in a forced %s palette a reviewer sees which section is open, what is marked and how far the score is",
  async (colorScheme) => {
    const school = await world.newOrganization("Forced Grading School");
    const rita = await acceptedReviewer(school, "Rita");
    const work = await accepted(school.as("Lena"), await publishedCredential(school, [rita]), rita);
    const window = await openAs(rita, { forcedColors: "active", colorScheme });
    const { page, context, complaints } = window;
    await page.goto(paths.acceptedJob(work.credential_job_id));
    const sections = page.getByRole("navigation", { name: "Sections" }).getByRole("button");
    await expectToStandOut(sections.first(), sections.nth(1));
    await sections.nth(1).click();
    await page
      .getByRole("radio", { name: /^Passing/ })
      .first()
      .check({ force: true });
    const side = page.locator(".mark-side");
    await expectToStandOut(side.nth(0), side.nth(1));
    const [fill, meter] = [await drawn(page.locator(".score-fill")), await drawn(page.locator(".score-meter"))];
    expect(fill).not.toBe(meter);
    expect(meter).toContain("rgb"); // an edge around what is not reached yet
    await inspect(window, `forced-grading-${colorScheme}`, { palette: "forced" });
    await expectToStandOut(
      page.locator(".side-menu a[aria-current]"),
      page.locator(".side-menu a:not([aria-current])"),
    );
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("in forced colours an author sees the chosen of several, the steps and the shares of a price", async () => {
  const school = await world.newOrganization("Forced Authors School");
  const { organization_id } = school;
  const draft = await writeDraft(school.as("Ada"), [await acceptedReviewer(school, "Rita")]);
  const window = await openAs(school.as("Ada"), { forcedColors: "active" });
  const { page, context } = window;
  await page.goto(paths.editCredentialStep(organization_id, draft.cred_id, 4));
  const swatches = page.locator(".split-bar .swatch");
  await swatches.first().waitFor();
  expect(await swatches.count()).toBe(4);
  const looks = await Promise.all((await swatches.all()).map(drawn));
  expect(new Set(looks).size, "each share has a pattern of its own").toBe(4);
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const look of looks) expect(look.startsWith(canvas)).toBe(false);
  const legend = page.locator(".split-list .swatch");
  expect(await Promise.all((await legend.all()).map(drawn))).toEqual(looks);
  const dot = (of: string) => page.locator(`.wizard nav a${of} > div`);
  await expectToStandOut(dot("[aria-current=step]"), dot(":not([aria-current], [aria-disabled])"));
  await inspect(window, "forced-pricing", { palette: "forced" });

  await page.goto(paths.credentials);
  const choice = page.locator("#main button[aria-pressed]");
  await expectToStandOut(
    choice.and(page.locator("[aria-pressed=true]")),
    choice.and(page.locator("[aria-pressed=false]")),
  );
  await context.close();
});

test("in forced colours a learner sees the step in hand and how many are done", async () => {
  const school = await world.newOrganization("Forced Learners School");
  const { credential_id, learner } = await begun(
    school.as("Lena"),
    await publishedCredential(school, [await acceptedReviewer(school, "Rita")]),
  );
  const window = await openAs(learner, { forcedColors: "active" });
  const { page, context } = window;
  await page.goto(paths.submitWork(credential_id));
  await expectToStandOut(page.locator(".step[aria-current]"), page.locator(".step:not([aria-current])"));
  expect(await page.locator(".steps-bar").evaluate((bar) => getComputedStyle(bar).borderTopStyle)).toBe("solid");
  await inspect(window, "forced-work", { palette: "forced" });
  await context.close();
});

test.each(["light", "dark"] as const)(
  "with more contrast, %s, text has 7 to 1 on what it stands on",
  async (colorScheme) => {
    const school = await world.newOrganization("Enhanced School");
    await acceptedReviewer(school, "Rita");
    const { page, context } = await openAs(school.as("Ada"), { contrast: "more", colorScheme });
    const firstStep = paths.createCredentialStep(0);
    for (const path of [paths.home, paths.users, paths.organizationDetails, paths.paymentHistory, firstStep]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).or(page.locator(".wizard h2")).first().waitFor();
      await quiet(page);
      const { violations } = await new AxeBuilder({ page }).withRules(["color-contrast-enhanced"]).analyze();
      const found = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 160)));
      expect(found, `text of less contrast at ${path}`).toEqual([]);
    }
    await context.close();
  },
);

test("who asks the device for more contrast and chose no theme gets the high contrast one, and may choose another", async () => {
  const school = await world.newOrganization("Contrast School");
  const window = await openAs(school.as("Lena"), { contrast: "more" });
  const { page, context } = window;
  const sheet = () => page.locator("#theme").getAttribute("href");
  const inTheme = (theme: string) => expect.stringMatching(`^/assets/theme-${theme}-[^/]+\\.css$`);
  expect(await sheet()).toEqual(inTheme("7"));
  await inspect(window, "more-contrast-home");
  await page.getByRole("button", { name: "Theme and language" }).click();
  await page.getByRole("radio", { name: "Laurel" }).check();
  expect(await sheet()).toEqual(inTheme("default"));
  await page.reload();
  await page.locator(".side-menu").waitFor();
  expect(await sheet()).toEqual(inTheme("default"));
  await page.emulateMedia({ contrast: "no-preference" });
  await context.close();
});
