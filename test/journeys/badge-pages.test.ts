import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "../support/browser.ts";
import { type Account, openAccount } from "../support/fixtures/badge.ts";
import type { Organization } from "../support/organization.ts";
import { smallTargets } from "../support/targets.ts";
import { world } from "../support/world.ts";

let browser: Browser;
let school: Organization;
let account: Account;

beforeAll(async () => {
  school = await world.newOrganization("Badge School");
  account = await openAccount(world.control, school, "eu");
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("an admin connects the badge service, imports a badge whose settings are locked, and disconnects", async () => {
  const ada = school.as("Ada");
  await ada.token();
  const { page, complaints, picture } = await visit(browser, world.origin);
  await page.goto("/login");
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password", { exact: true }).fill(ada.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname !== "/login");

  await page.goto("/organizationDetails");
  await page.getByRole("heading", { name: "Badge service" }).waitFor();
  expect(await page.getByRole("link", { name: "Issuers", exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByLabel("Account email").fill(account.username);
  await page.getByLabel("Account password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText("rejected this email and password in this region").first().waitFor();
  await page.getByLabel("Region").click();
  await page.getByRole("option", { name: "Europe" }).click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();

  await page.getByText("Badge account connected successfully").waitFor();
  await page.getByRole("button", { name: "Actions for Leadership" }).waitFor();
  await page.getByRole("link", { name: "Issuers", exact: true }).click();
  await page.getByRole("link", { name: school.name, exact: true }).waitFor();
  await page.getByRole("link", { name: "academy.test" }).waitFor();
  expect(await smallTargets(page), "targets under 24 px among the issuers").toEqual([]);
  await page.getByRole("link", { name: "Badges", exact: true }).click();
  expect(await smallTargets(page), "targets under 24 px among the badges").toEqual([]);
  await page.getByRole("button", { name: "Actions for Leadership" }).click();
  await page.getByRole("menuitem", { name: "Import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await page.getByText("This badge exists at the badge service, so its settings are locked.").waitFor();
  await picture("12-badge-wizard");

  await page.goto("/badgr/assertions");
  await page.getByText("No badges awarded yet").waitFor();
  await page.goto("/organizationDetails");
  await page.getByRole("button", { name: "Disconnect" }).click();
  await picture("12-badge-disconnect");
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("Badge account disconnected successfully").waitFor();
  await page.getByText("Not connected.").waitFor();
  await page.getByRole("link", { name: "Issuers", exact: true }).waitFor({ state: "detached" });
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
});
