import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { quiet, type Visit } from "../support/browser.ts";
import { smallTargets } from "../support/targets.ts";
import { world } from "../support/world.ts";

/** The password of everybody in the journey. */
export const password = "a-long-walk-to-school";

/** A picture of one green pixel, as somebody would upload a logo. */
export const picture = {
  name: "logo.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** A document of one empty page. */
export const document = {
  name: "license.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
  ),
};

/**
 * Checks a page for what a screen reader would stumble over, and keeps a picture of it. In a palette that the system
 * forces, contrast is the system's: axe reads text's fill there, which is the page's own and not drawn.
 */
export async function inspect(
  { page, picture: keep }: Visit,
  name: string,
  { palette = "own" }: { readonly palette?: "own" | "forced" } = {},
): Promise<void> {
  await page.mouse.move(0, 0);
  await quiet(page);
  await atRest(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .disableRules(palette === "forced" ? ["color-contrast"] : [])
    .analyze();
  await keep(name);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  expect(found, `axe on ${name}`).toEqual([]);
  expect(await smallTargets(page), `targets under 24 px on ${name}`).toEqual([]);
}

/** Waits until no colour and no place is on its way: axe would measure it there. What turns for ever is not waited for. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const ends = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    return window.document.getAnimations().every((animation) => animation.playState !== "running" || !ends(animation));
  });
}

/** The link of the newest mail to an address. */
async function linkMailedTo(email: string): Promise<string> {
  await world.settle();
  const mail = (await world.mails.to(email)).at(-1);
  if (mail === undefined) throw new Error(`No mail to ${email}.`);
  const link = /https?:\/\/\S+/.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error(`No link in “${mail.subject}”.`);
  return link;
}

/** The subjects of all mails to an address, oldest first. */
export async function subjectsTo(email: string): Promise<string[]> {
  await world.settle();
  return (await world.mails.to(email)).map(({ subject }) => subject);
}

/** Signs somebody in by the form. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** Follows an invitation's link and fills in the sign-up form. */
export async function signUp(page: Page, email: string, first: string, last: string): Promise<void> {
  await page.goto(await linkMailedTo(email));
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill(last);
  await page.getByLabel("Photo (optional)").setInputFiles(picture);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: /^(Sign up|Start learning)$/ }).click();
  await page.waitForURL((url) => url.pathname !== "/signup");
}

/** Opens a Cloudscape select by the beginning of its label and picks an option. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${label}`) }).click();
  await page.getByRole("option", { name: option }).filter({ visible: true }).first().click();
}

/** Writes into a rich-text field. */
export async function write(page: Page, label: string, text: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: label }).first();
  await editor.click();
  await editor.fill(text);
}
