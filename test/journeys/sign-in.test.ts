import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, portalScripts, quiet, visit } from "../support/browser.ts";
import { slowness } from "../support/slowness.ts";
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
  await quiet(page);
  await picture("signed-in");
  expect(new URL(page.url()).pathname).not.toMatch(/^\/(login|signin)/);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(complaints).toEqual([]);
});

test("who comes back the next morning signs in and is on the page they opened; what is typed waits for them", async () => {
  const school = await world.newOrganization("Morning School");
  const lena = school.as("Lena");
  await lena.token();
  const { page, context, complaints } = await visit(browser, world.origin);
  const signInHere = async () => {
    await page.getByLabel("Email").fill(lena.email);
    await page.getByLabel("Password", { exact: true }).fill(lena.password);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /Lena/ }).waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  /** What closing the browser leaves of somebody who was not to be remembered, once the token has run out. */
  const sleep = async () => {
    await quiet(page);
    const [session, ...others] = (await context.cookies()).filter(({ name }) => name !== "laurel_device");
    expect([session?.expires, others]).toEqual([-1, []]);
    await context.clearCookies({ name: session!.name });
    await page.evaluate(() => localStorage.setItem("expires_at", "0"));
  };
  await page.goto("/login");
  await signInHere();
  for (const path of [paths.home, `${paths.mySubmissions}?tab=Draft`, paths.myCredentials]) {
    await sleep();
    await page.goto(path);
    await page.waitForURL((url) => url.searchParams.get("next") === path);
    await signInHere();
    expect(page.url()).toBe(world.origin + path);
  }
  await page.goto(paths.scechProfile);
  await page.getByLabel("PIC number").fill("123456");
  await page.getByLabel("Phone").fill("6165550123");
  await sleep();
  await page.evaluate(() => localStorage.setItem("token", "broken"));
  const send = page.getByRole("main").getByRole("button", { name: "Submit" });
  await send.click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await dialog.getByLabel("Password", { exact: true }).fill(lena.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.waitFor({ state: "detached" });
  await send.click();
  const saved = async () => (await lena.call(contract.user.readScech, {})).body.data?.pic;
  await expect.poll(saved, { timeout: 60_000 * slowness }).toBe("123456");
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test("the sign-in page stands before its script: sent early it leads nowhere, and what was typed is kept", async () => {
  const { email, password } = world.as("Ada");
  const { page, complaints } = await visit(browser, world.origin);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(portalScripts, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(page.url()).toBe(`${world.origin}/login`);
  letGo();
  await page.locator("#sign-in.ready").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: /Ada/ }).waitFor();
  expect(complaints).toEqual([]);
});

test("what was said just before sign-in opened is said there, and can be put away", async () => {
  const { page, complaints } = await visit(browser, world.origin);
  await page.goto("/login");
  await page.evaluate(() =>
    sessionStorage.setItem("flashes", JSON.stringify([{ kind: "success", text: "Your account is deleted." }])),
  );
  await page.reload();
  const message = page.getByRole("status").filter({ hasText: "Your account is deleted." });
  await message.waitFor();
  await page.getByRole("button", { name: "Dismiss message" }).click();
  await message.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
