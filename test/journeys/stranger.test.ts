import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { openBrowser, type Visit, visit } from "../support/browser.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";
import { inspect } from "./steps.ts";

const title = "Stranger Circle";
const minuteMs = 60_000;

let browser: Browser;
let school: Organization;

beforeAll(async () => {
  school = await world.newOrganization("Verified School");
  const rita = await acceptedReviewer(school, "Rita");
  const credential_id = await publishedCredential(school, [rita], { title, sections: [textSection] });
  const work = await accepted(school.as("Lena"), credential_id, rita);
  expect(await rita.call(contract.review.acceptSection, verdict(work, 0))).toMatchObject({ status: 200 });
  await world.settle();
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A window in which a member is signed in. */
async function windowOf(name: MemberName): Promise<Visit> {
  const person = school.as(name);
  await person.token();
  const window = await visit(browser, world.origin);
  await window.page.goto("/login");
  await window.page.getByLabel("Email").fill(person.email);
  await window.page.getByLabel("Password", { exact: true }).fill(person.password);
  await window.page.keyboard.press("Enter");
  await window.page.waitForURL(({ pathname }) => pathname !== "/login");
  return window;
}

/** What the page of a certificate offers its owner. */
const ownRow = ({ page }: Visit) => page.getByRole("navigation", { name: "Your certificate" });

/** Drops a file onto the page, as from a folder of the desktop. */
async function drop(page: Page, name: string, type: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, type, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name, { type }));
      return data;
    },
    { name, type, base64: bytes.toString("base64") },
  );
  await page.dispatchEvent("#drop", "drop", { dataTransfer: transfer });
}

test("a stranger verifies a learner's badge image, and within a minute of its being revoked reads that, and why", async () => {
  const lena = await windowOf("Lena");
  await lena.page.getByRole("link", { name: `Certificate: ${title}` }).click(); // from their home, the list not yet opened
  await ownRow(lena).getByRole("link", { name: "My credentials" }).click();
  await lena.page.getByRole("button", { name: `Download “${title}”` }).click();
  const downloading = lena.page.waitForEvent("download");
  await lena.page.getByRole("menuitem", { name: "Badge image (PNG)" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("stranger-circle.png");
  const badge = await readFile(await download.path());
  await inspect(lena, "20-my-credentials");

  await lena.page.getByRole("link", { name: "View certificate" }).click();
  await ownRow(lena).getByRole("link", { name: "Add to LinkedIn" }).waitFor();
  await inspect(lena, "20-own-certificate");
  const once = lena.page.waitForEvent("download");
  await ownRow(lena).getByRole("button", { name: "Badge image" }).click();
  expect((await once).suggestedFilename()).toBe("stranger-circle.png");
  await ownRow(lena).getByRole("link", { name: "Ask for a corrected name" }).click();
  await lena.page.getByRole("dialog").getByRole("button", { name: "Send request" }).waitFor();
  await inspect(lena, "20-own-correction");

  const stranger = await visit(browser, world.origin);
  const { page } = stranger;
  await page.goto("/verify");
  await drop(page, "stranger-circle.png", "image/png", badge);
  await page.getByRole("heading", { name: "This credential is genuine" }).waitFor();
  await inspect(stranger, "20-verified");

  const ada = await windowOf("Ada");
  await ada.page.goto("/certificates");
  await ada.page.getByRole("button", { name: `Actions for Lena Rivers, ${title}` }).click();
  await inspect(ada, "20-certificates");
  await ada.page.getByRole("menuitem", { name: "Revoke" }).click();
  const dialog = ada.page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Type of reason/ }).click();
  await ada.page.getByRole("option", { name: "Issued in error" }).click();
  await dialog.getByLabel("What happened").fill("It was meant for somebody of the same name.");
  await inspect(ada, "20-revoking");
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await ada.page.getByText("was revoked.").first().waitFor();
  const revokedAt = Date.now();

  const revoked = page.getByRole("heading", { name: "This credential was revoked" });
  while ((await revoked.count()) === 0) {
    expect(Date.now() - revokedAt, "milliseconds since it was revoked").toBeLessThan(minuteMs);
    await drop(page, "stranger-circle.png", "image/png", badge);
    await page.locator("#verdict").waitFor();
  }
  expect(await page.locator("#result").innerText()).toMatch(/revoked it on .* issued in error/i);
  await inspect(stranger, "20-revoked");

  expect([...lena.complaints, ...ada.complaints, ...stranger.complaints]).toEqual([]);
});

test("a certificate's page has previewed and printed words before any script, and says what was checked after", async () => {
  const lena = await windowOf("Lena");
  await lena.page.goto("/myCredentials");
  await lena.page.getByRole("link", { name: "View certificate" }).click();
  await lena.page.waitForURL("**/c/crt_*");
  const address = lena.page.url();
  await ownRow(lena).getByRole("link", { name: "My credentials" }).waitFor();
  expect(await ownRow(lena).getByRole("button").count()).toBe(0); // it was revoked
  const stranger = await visit(browser, world.origin);
  await stranger.page.goto(address);
  expect(await stranger.page.title()).toBe(`Lena Rivers – ${title} – ${school.name}`);
  await stranger.page.locator('[data-check="status"][data-outcome]').waitFor();
  await inspect(stranger, "20-certificate");
  expect(await stranger.page.getByRole("navigation").count()).toBe(0);
  const picture = await stranger.page.request.get(`${address}.png`);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect(stranger.complaints).toEqual([]);
});
