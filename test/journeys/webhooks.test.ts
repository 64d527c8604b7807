import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { world } from "../support/world.ts";
import { enter, follow, signInByKeyboard, typeInto } from "./keys.ts";
import { inspect } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("an admin adds the sandbox as an endpoint by keyboard alone, and sees a test event arrive there, verified", async () => {
  const ada = (await world.newOrganization("Trumpet School")).as("Ada");
  ada.signOut();
  const visited = await visit(browser, world.origin);
  const { page, complaints } = visited;
  await signInByKeyboard(page, ada);
  await page.goto(paths.connections);
  await page.getByText("Off: no active endpoints").waitFor();
  await inspect(visited, "webhooks-connections");
  await follow(page, "link", "Manage webhooks");
  await enter(page, "button", "Add endpoint");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await typeInto(page, "Address", `${world.origin}/sandbox/webhooks`);
  await inspect(visited, "webhooks-add");
  await page.keyboard.press("Enter");
  const secret = await page.locator(".shown-once").innerText();
  expect(secret).toMatch(/^whsec_/);
  await inspect(visited, "webhooks-secret");
  await enter(page, "button", "Done");

  const there = await visit(browser, world.origin);
  const { page: sandbox } = there;
  await sandbox.goto("/sandbox/webhooks");
  await sandbox.getByLabel("The endpoint’s secret").fill(secret);
  await sandbox.getByRole("button", { name: "Save" }).click();
  await enter(page, "button", "Send test event");
  await page.getByRole("cell", { name: "Delivered" }).first().waitFor();
  await inspect(visited, "webhooks-endpoint");
  await sandbox.getByRole("link", { name: "Look again" }).click();
  await sandbox.getByText("Verified", { exact: true }).waitFor();
  expect(await sandbox.locator("pre").first().innerText()).toContain('"type":"webhook.test"');
  await inspect(there, "webhooks-sandbox");

  await follow(page, "link", "webhook.test");
  await page.getByText("Answered 200").waitFor();
  await page.getByText("The sandbox answers 200.").waitFor();
  await inspect(visited, "webhooks-delivery");
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(visited, "webhooks-delivery-phone");
  await follow(page, "link", "← Endpoint");
  await page.getByText("Delivered").first().waitFor();
  await inspect(visited, "webhooks-endpoint-phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await sandbox.getByRole("radio", { name: /^410/ }).check();
  await sandbox.getByRole("button", { name: "Save" }).click();
  await enter(page, "button", "Send test event");
  await page.getByText("Off: it answered that it’s gone (410)").waitFor();
  expect(complaints).toEqual([]);
});
