import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "../support/browser.ts";
import { world } from "../support/world.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("somebody signs in in a browser and stays signed in over a reload", async () => {
  const { email, password } = world.as("Ada");
  const { page, complaints, picture } = await visit(browser, world.origin);
  await page.goto("/login");
  await picture("sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  const avatar = page.getByRole("button", { name: /Ada/ });
  await avatar.waitFor();
  await page.reload();
  await avatar.waitFor();
  await page.waitForLoadState("networkidle");
  await picture("signed-in");
  expect(new URL(page.url()).pathname).not.toMatch(/^\/(login|signin)/);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(complaints).toEqual([]);
});
