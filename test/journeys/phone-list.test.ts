import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { axeFaultsOf } from "../screenshots/inspect.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { world } from "../support/world.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("on a phone a list is narrowed by the device's own pickers, and what can be done with a row comes up from below", async () => {
  const school = await world.newOrganization("Pocket School");
  const ada = school.as("Ada");
  await Promise.all([ada.token(), school.as("Lena").token(), school.as("Ivan").token()]);
  const { page, context } = await visit(browser, world.origin, { width: 390, height: 844 });
  await signIn(page, ada.email, ada.password);
  await page.goto(paths.users);
  await page.getByRole("heading", { name: "Users (3)" }).waitFor();

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Role" }).selectOption("Learner");
  await page.getByRole("button", { name: "Show results" }).click();
  await page.getByRole("heading", { name: "Users (1)" }).waitFor();
  const menu = page.getByRole("button", { name: /^Actions for Lena/ });
  await menu.focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: /^Actions for Lena/ });
  await sheet.waitFor();
  expect(await axeFaultsOf(page, "page")).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);

  await menu.click();
  await page.mouse.click(195, 40); // beside it
  await sheet.waitFor({ state: "hidden" });
  await menu.click();
  await sheet.getByRole("button", { name: "Suspend" }).click();
  const question = page.getByRole("dialog", { name: /^Suspend Lena/ });
  await question.getByRole("button", { name: "Suspend" }).click();
  await question.waitFor({ state: "hidden" });
  await page.getByRole("list", { name: "Users" }).getByText("Suspended").waitFor();

  await page.getByRole("button", { name: "Filter (1)" }).click();
  await page.getByRole("combobox", { name: "Filter users" }).selectOption("Pending");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Clear filters" }).waitFor();
  await context.close();
});

/** How far above the lower edge of the window something ends. */
const aboveTheEdge = async (page: Page, what: Locator): Promise<number> => {
  const box = (await what.boundingBox())!;
  return page.viewportSize()!.height - box.y - box.height;
};

test("on a phone the filter opens from the bar under the thumb and what was typed stays", async () => {
  const school = await world.newOrganization("Thumb School");
  const ada = school.as("Ada");
  const people = await Promise.all([ada.token(), school.as("Lena").token(), school.as("Ivan").token()]);
  const { page, context } = await visit(browser, world.origin, { width: 390, height: 844 });
  await signIn(page, ada.email, ada.password);
  await page.goto(paths.users);
  const heading = page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.textContent()).toBe(`Users (${people.length})`);
  const button = page.getByRole("button", { name: /^Filter/ });
  expect(await aboveTheEdge(page, button)).toBeLessThan(120);
  const bar = await page.locator(".thumb-bar").boundingBox();

  await button.focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Filter" });
  expect(await aboveTheEdge(page, sheet)).toBeLessThan(1);
  const box = sheet.getByRole("searchbox");
  await box.fill("Lena");
  await page.keyboard.press("Escape"); // before the words are in the address
  await sheet.waitFor({ state: "hidden" });
  await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
  await expect.poll(() => heading.textContent()).toBe("Users (1)");
  await expect.poll(() => button.textContent()).toBe("Filter (1)");
  await page.getByText("Filtered by “Lena”").waitFor();
  expect(await page.locator(".thumb-bar").boundingBox()).toEqual(bar);

  await button.click();
  expect(await box.inputValue()).toBe("Lena");
  await box.fill("nobody at all");
  const at = (await box.boundingBox())!;
  await page.mouse.move(at.x + 150, at.y + at.height / 2);
  await page.mouse.down(); // its text is selected, as far as beside the sheet
  await page.mouse.move(195, 40);
  await page.mouse.up();
  await sheet.getByText("0 found").waitFor(); // while the sheet is open
  expect(await axeFaultsOf(page, "page")).toEqual([]);
  await box.press("Enter"); // as a phone's keyboard does when it is done
  await sheet.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Clear filters" }).press("Enter");
  await expect.poll(() => heading.textContent()).toBe(`Users (${people.length})`);
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true);
  await expect.poll(() => button.textContent()).toBe("Filter");

  await button.click();
  await page.setViewportSize({ width: 1000, height: 844 }); // as turning a tablet does
  await page.getByRole("table").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Users");
  await context.close();
});

test("on a phone what is reached by Tab in a list stands wholly above the bar, and the bar's own buttons move nothing", async () => {
  const school = await world.newOrganization("Clear View School");
  const ada = school.as("Ada");
  await Promise.all((["Ada", "Lena", "Ivan", "Leo", "Pia", "Rita"] as const).map((name) => school.as(name).token()));
  const { page, context } = await visit(browser, world.origin, { width: 390, height: 600 });
  await signIn(page, ada.email, ada.password);
  await page.goto(paths.users);
  await page.getByRole("heading", { name: "Users (6)" }).waitFor();
  const menus = page.getByRole("button", { name: /^Actions for/ });
  await menus.first().focus();
  const bar = (await page.locator(".thumb-bar").boundingBox())!;
  for (let at = 0; at < (await menus.count()); at += 1) {
    const menu = menus.nth(at);
    while (!(await menu.evaluate((each) => each === document.activeElement))) await page.keyboard.press("Tab");
    const box = (await menu.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
  }
  await page.evaluate(() => scrollTo(0, 200));
  await page.getByRole("button", { name: /^Filter/ }).focus();
  expect(await page.evaluate(() => scrollY)).toBe(200);
  await context.close();
});

test("on a phone several actions of a list are behind one button, and the bar stays one row however long their words", async () => {
  const ada = (await world.newOrganization("One Row School")).as("Ada");
  await ada.token();
  const { page, context } = await visit(browser, world.origin, { width: 390, height: 844 });
  await signIn(page, ada.email, ada.password);
  await page.goto(`${paths.paymentHistory}?year=2026&month=9`);
  await page.getByRole("button", { name: "Filter (2)" }).waitFor();
  const more = page.getByRole("button", { name: "More actions" });
  await more.click();
  const sheet = page.getByRole("dialog", { name: "More actions" });
  await sheet.getByRole("button", { name: "Export September 2026 (HTML)" }).waitFor();
  expect(await axeFaultsOf(page, "page")).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  expect(await more.evaluate((each) => each === document.activeElement)).toBe(true);
  expect((await page.locator(".thumb-bar").boundingBox())!.height).toBeLessThan(80);
  await context.close();
});

test("on a phone a learner narrows what can be earned from the bar under the thumb", async () => {
  const school = await world.newOrganization("Thumb Learners School");
  await publishedCredential(school, [await acceptedReviewer(school, "Rita")]);
  await world.settle();
  const lena = school.as("Lena");
  await lena.token();
  const { page, context } = await visit(browser, world.origin, { width: 390, height: 844 });
  await signIn(page, lena.email, lena.password);
  await page.goto(paths.home);
  await page.getByRole("link", { name: "Classroom reading" }).first().scrollIntoViewIfNeeded();
  const button = page.getByRole("button", { name: /^Filter/ });
  await button.click();
  const sheet = page.getByRole("dialog", { name: "Filter" });
  await sheet.getByRole("combobox", { name: "Price" }).selectOption("Paid");
  await sheet.getByText(/^\d+ found/).waitFor();
  expect(await axeFaultsOf(page, "page")).toEqual([]);
  await sheet.getByRole("button", { name: "Show results" }).click();
  await expect.poll(() => button.textContent()).toBe("Filter (1)");
  await page.getByText(/^\d+ found\. Filtered by Paid$/).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).first().press("Enter");
  await page.getByText("Filtered by").waitFor({ state: "hidden" });
  const heading = page.getByRole("heading", { name: "Browse credentials" });
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true);

  await page.goto(`${paths.home}?category=99&price=x`);
  await page.getByRole("link", { name: "Classroom reading" }).first().waitFor();
  await expect.poll(() => button.textContent()).toBe("Filter");
  await context.close();
});
