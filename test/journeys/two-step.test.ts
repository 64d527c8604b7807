import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { appWith } from "../support/fixtures/factor.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { enter, signInByKeyboard, tabTo, typeInto } from "./keys.ts";
import { inspect, signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Waits until the field of this name has the focus, without anybody's doing. */
const beginsIn = (page: Page, name: string) =>
  page.waitForFunction((wanted) => document.activeElement?.getAttribute("name") === wanted, name);

/** Presses Tab until the field of this name has the focus: one of a password has no role. */
async function tabToField(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.getAttribute("name") === wanted, name)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach the field ${name}.`);
}

/** Forgets the session, and all cookies or one, on a page that has none: the portal would go and sign in by itself. */
async function forget(page: Page, cookie?: { readonly name: string }): Promise<void> {
  await page.goto(paths.verify);
  await page.context().clearCookies(cookie);
  await page.evaluate(() => localStorage.clear());
}

/** Signs in on a device that is not known, up to the code. */
async function signInForCode(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  await forget(page);
  await page.goto(paths.login);
  await typeInto(page, "Email", email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
}

test("somebody turns two-step sign-in on and signs in with it by keyboard alone", async () => {
  const school = await world.newOrganization("Keyed Lock School");
  const lena = school.as("Lena");
  const visited = await visit(browser, world.origin);
  const { page, complaints } = visited;
  await signInByKeyboard(page, lena);
  await page.goto(paths.security);
  await enter(page, "button", "Set up two-step sign-in");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).waitFor();
  await tabToField(page, "password");
  await page.keyboard.type(lena.password);
  await page.keyboard.press("Enter");
  await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await inspect(visited, "two-step-app");
  const app = appWith((await dialog.locator("code").innerText()).replaceAll(" ", ""));
  await typeInto(page, "Code", app.codeIn(0));
  await page.keyboard.press("Enter");
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  const [recovery = ""] = await codes.allInnerTexts();
  await inspect(visited, "two-step-recovery-codes");
  const downloading = page.waitForEvent("download");
  await enter(page, "button", "Download");
  expect((await downloading).suggestedFilename()).toBe("recovery-codes.txt");
  await enter(page, "button", "Done");
  await page.getByText(/^On since .*10 recovery codes left$/).waitFor();
  await inspect(visited, "two-step-on");

  await signInForCode(page, lena);
  await inspect(visited, "two-step-code");
  await beginsIn(page, "code");
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await typeInto(page, "Code", app.codeIn(30));
  await tabTo(page, "checkbox", /Don’t ask again/);
  await page.keyboard.press("Space");
  await enter(page, "button", "Sign in");
  await page.locator(".side-menu").waitFor();

  await forget(page, { name: "laurel_refresh" });
  await signInByKeyboard(page, lena); // remembered: no code
  await page.goto(paths.security);
  await page.getByRole("heading", { name: "Remembered devices" }).waitFor();
  await inspect(visited, "two-step-devices");
  await enter(page, "button", /^Remove Chrome on Linux/);
  await enter(page, "button", "Remove device");
  await page.getByText("Device removed.").first().waitFor();

  await signInForCode(page, lena);
  await enter(page, "button", "Use a recovery code");
  await beginsIn(page, "code");
  await page.keyboard.type(recovery);
  await page.keyboard.press("Enter");
  await page.locator(".side-menu").waitFor();
  expect(complaints.filter((each) => !each.includes("status of 400"))).toEqual([]);
});

test("the page of two-step sign-in fits a phone", async () => {
  const school = await world.newOrganization("Small Lock School");
  const visited = await visit(browser, world.origin, { width: 390, height: 844 });
  const { email, password, ...leo } = school.as("Leo");
  await leo.token();
  await signIn(visited.page, email, password);
  await visited.page.goto(paths.security);
  await visited.page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await visited.page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(password);
  await visited.page.keyboard.press("Enter");
  await visited.page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await inspect(visited, "two-step-app-phone");
  expect(await visited.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
