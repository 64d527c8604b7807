import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, portalScripts } from "../support/browser.ts";
import type { Person } from "../support/people.ts";
import { slowness } from "../support/slowness.ts";
import { world } from "../support/world.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Somebody's window between a phone's and a desktop's width. */
async function openNarrow(person: Person, { hasTouch, width }: { hasTouch: boolean; width: number }): Promise<Page> {
  await person.token();
  const context = await browser.newContext({
    baseURL: world.origin,
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    hasTouch,
  });
  context.setDefaultTimeout(120_000 * slowness);
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await page.locator(".side-menu").waitFor();
  // before the scripts are there a menu stands that does not open by pointing at it
  await page.waitForFunction(() => document.querySelector(".static-bar, .skeleton") === null);
  return page;
}

/** The middle of what is seen of an entry in the rail, and where it leads. */
const entriesOf = (page: Page) =>
  page.locator(".side-menu a").evaluateAll((links) => {
    const rail = links[0]?.closest("nav")?.getBoundingClientRect();
    return links
      .map((link) => {
        const { left, right, top, height } = link.getBoundingClientRect();
        const seen = Math.min(right, rail?.right ?? 0);
        return { href: link.getAttribute("href") ?? "", x: (left + seen) / 2, y: top + height / 2, width: seen - left };
      })
      .filter(({ width }) => width > 0);
  });

const opened = (page: Page, href: string) => page.waitForURL(({ pathname }) => pathname === href.replace("?", ""));

test.each([
  { who: "Ada", width: 1000, hasTouch: false },
  { who: "Rita", width: 768, hasTouch: false },
  { who: "Rita", width: 1220, hasTouch: true },
] as const)(
  "the narrow menu opens the page of the entry aimed at, over a page that stays put: $who at $width px, touch $hasTouch",
  async ({ who, width, hasTouch }) => {
    const school = await world.newOrganization("Narrow School");
    const page = await openNarrow(school.as(who), { hasTouch, width });
    const place = async () => {
      const { x, y, width } = (await page.locator("#main").boundingBox())!;
      return { x, y, width };
    };
    const entries = await entriesOf(page);
    expect(entries.length).toBeGreaterThan(4);
    for (const { href, x, y } of entries) {
      const before = await place();
      if (hasTouch) await page.touchscreen.tap(x, y);
      else {
        await page.mouse.move(width - 20, 600);
        await page.mouse.move(x, y, { steps: 5 });
        await page.locator(".side-menu-over").waitFor();
        expect(await place()).toEqual(before);
        await page.mouse.click(x, y);
      }
      await opened(page, href);
    }
    await page.context().close();
  },
);

test("the narrow menu opens although what the pointer rested on has been taken away, as a page's skeleton is", async () => {
  const school = await world.newOrganization("Fleeting School");
  const page = await openNarrow(school.as("Lena"), { hasTouch: false, width: 1000 });
  // what Chromium tells then: where the pointer is now, and nothing of having left
  await page.getByRole("link", { name: "My submissions" }).evaluate((link) => {
    const relatedTarget = document.getElementById("main");
    link.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse", relatedTarget }));
  });
  await page.locator(".side-menu-over").waitFor();
  await page.context().close();
});

test("by keyboard the narrow menu shows its words, closes with Escape, and leads where it says", async () => {
  const school = await world.newOrganization("Keyed School");
  const page = await openNarrow(school.as("Lena"), { hasTouch: false, width: 1000 });
  const toggle = page.getByRole("button", { name: "Open the menu" });
  await toggle.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const entry = page.getByRole("link", { name: "My submissions" });
  expect(await entry.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.locator(".side-menu-over").waitFor();
  await page.keyboard.press("Escape");
  await toggle.waitFor();
  await page.keyboard.press("Enter");
  await opened(page, "/mySubmissions");
  await page.context().close();
});

test("on the next visit the menu and the page's name stand before the portal's scripts are there", async () => {
  const school = await world.newOrganization("Slow School");
  const page = await openNarrow(school.as("Lena"), { hasTouch: false, width: 1440 });
  await page.getByRole("heading", { name: "Browse credentials" }).waitFor();
  await page.route(portalScripts, () => {}); // never answered
  await page.goto("/mySubmissions", { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: "My submissions" }).waitFor();
  const entries = page.getByRole("navigation", { name: "Main menu" }).getByRole("link");
  expect(await entries.allTextContents()).toEqual(["Browse credentials", "My submissions", "My credentials", "FAQ"]);
  expect(await page.getByRole("link", { name: "My submissions" }).getAttribute("aria-current")).toBe("page");
  await page.context().close();
});
