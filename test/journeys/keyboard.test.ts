import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted } from "../support/fixtures/work.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const farthest = 120;

/** Presses Tab until the part of this role and name has the focus, as somebody does who has no pointer. */
async function tabTo(page: Page, role: Parameters<Page["getByRole"]>[0], name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === "string" }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < farthest; presses += 1) {
    if (await wanted.evaluate((part) => part === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach the ${role} ${name} on ${page.url()}.`);
}

/** Signs in by keyboard alone. */
async function signIn(page: Page, person: Person): Promise<void> {
  await person.token();
  const { email, password } = person;
  await page.goto(paths.login);
  await tabTo(page, "textbox", "Email");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.locator(".side-menu").waitFor();
}

test("a reviewer decides a job by keyboard alone, a criteria table included", async () => {
  const school = await world.newOrganization("Keyed Grading School");
  const rita = await acceptedReviewer(school, "Rita");
  const work = await accepted(school.as("Lena"), await publishedCredential(school, [rita]), rita);
  const { page, context, complaints } = await visit(browser, world.origin);
  await signIn(page, rita);
  await tabTo(page, "link", "Accepted jobs");
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Classroom reading");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${paths.acceptedJob(work.credential_job_id)}`);
  await page.getByRole("heading", { name: "Your decision" }).waitFor();

  const judge = async (grade: string) => {
    await page.getByRole("textbox", { name: "Feedback" }).waitFor();
    await page.keyboard.press("f");
    await page.keyboard.type("Well argued: gaff, pan, jar."); // letters that are keys elsewhere
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.type(grade);
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await page.keyboard.press("Enter");
  };
  await judge("B");
  await page.getByRole("heading", { name: /Reflection/ }).waitFor();
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await page.getByText("2 of 2 marked").waitFor();
  await judge("A");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await tabTo(page, "button", "Approve and award");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  const { application_id } = work;
  const { body } = await school.as("Lena").call(contract.submission.read, { application_id });
  expect(body.data.status).toBe("completed");
  expect(body.data.sections.map(({ grade }) => grade)).toEqual(["B", "A"]);
  expect(complaints).toEqual([]);
  await context.close();
});
