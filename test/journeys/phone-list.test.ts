import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { axeFaultsOf } from "../screenshots/inspect.ts";
import { openBrowser, visit } from "../support/browser.ts";
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

  await page.getByRole("combobox", { name: "Role" }).selectOption("Learner");
  const heading = page.getByRole("heading", { name: "Users (1)" });
  await heading.waitFor();
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
  const question = page.getByRole("dialog", { name: /^Suspend: Lena/ });
  await question.getByRole("button", { name: "Suspend" }).click();
  await question.waitFor({ state: "hidden" });
  await page.getByRole("list", { name: "Users" }).getByText("Suspended").waitFor();

  await page.getByRole("combobox", { name: "Filter users" }).selectOption("Pending");
  await page.getByRole("button", { name: "Clear filters" }).waitFor();
  await context.close();
});
