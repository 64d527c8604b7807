import puppeteer, { type Browser, type Page } from "puppeteer-core"; // Playwright drives no Firefox but one of its own build
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { firefoxPath } from "../support/firefox.ts";
import { publishedCredential, tableSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { jobOf } from "../support/fixtures/work.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const timeoutMs = 120_000;

let browser: Browser;
beforeAll(async () => {
  browser = await puppeteer.launch({ browser: "firefox", executablePath: firefoxPath, timeout: timeoutMs });
});
afterAll(() => browser?.close());

/** A window of somebody's own, and what its pages wrote as errors. */
async function open() {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.setDefaultTimeout(timeoutMs);
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  page.on("pageerror", (error) => void complaints.push(String(error)));
  return { page, context, complaints };
}

/** The part of this role and name. */
const part = (page: Page, role: string, name: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`);

const arriveAt = (page: Page, path: string) => page.waitForFunction((wanted) => location.pathname === wanted, {}, path);

async function signIn(page: Page, person: Person): Promise<void> {
  await person.token();
  await page.goto(world.origin + paths.login);
  await page.locator("#sign-in.ready").wait();
  await page.locator("#email").fill(person.email);
  await page.locator("#password").fill(person.password);
  await page.keyboard.press("Enter");
  await page.locator("#main h1").wait(); // the shell is in the document before its page is
  await page.waitForFunction(() => document.readyState === "complete"); // Firefox refuses to leave a page under way
}

test("in Firefox a learner submits work, its reviewer decides it by keys, and a stranger verifies the certificate", async () => {
  const school = await world.newOrganization("Second Engine School");
  const [lena, rita] = [school.as("Lena"), await acceptedReviewer(school, "Rita")];
  const credential_id = await publishedCredential(school, [rita], { sections: [tableSection] });
  await world.settle();

  const learner = await open();
  await signIn(learner.page, lena);
  await part(learner.page, "link", "Classroom reading").click();
  await part(learner.page, "button", "Apply").click();
  await arriveAt(learner.page, paths.submitWork(credential_id));
  await learner.page.locator(".editor-text").click();
  await learner.page.keyboard.type("We read aloud on Thursdays.");
  await part(learner.page, "button", "Review and submit").click();
  await part(learner.page, "button", "Submit Application").click();
  await part(learner.page, "button", "View submission").click();
  const submitted = await lena.call(contract.submission.read, { credential_id });
  const { application_id, status, sections } = submitted.body.data;
  expect([status, sections[0]?.work.response]).toEqual(["submitted", "<p>We read aloud on Thursdays.</p>"]);

  const credential_job_id = await jobOf(lena, application_id);
  expect(await rita.call(contract.job.accept, { credential_job_id })).toMatchObject({ status: 200 });
  const reviewer = await open();
  await signIn(reviewer.page, rita);
  await reviewer.page.goto(world.origin + paths.acceptedJob(credential_job_id));
  await reviewer.page.locator(".editor-text").wait();
  const { keyboard } = reviewer.page;
  for (const key of ["p", "p", "f"] as const) await keyboard.press(key);
  await keyboard.type("Well argued: gaff, pan, jar."); // letters that are keys elsewhere
  for (const key of ["Escape", "g", "A", "Escape", "a", "Enter"] as const) await keyboard.press(key);
  await part(reviewer.page, "button", "Approve and award").click();
  await reviewer.page.locator("::-p-text(The learner earned the credential.)").wait();
  await world.settle();

  const stranger = await open();
  const { credentials } = (await lena.call(contract.submission.listCredentials, {})).body.data;
  await stranger.page.goto(`${world.origin}/verify`);
  await stranger.page.locator("#text").fill(new URL(credentials[0]!.address!, world.origin).href);
  await part(stranger.page, "button", "Verify").click();
  await part(stranger.page, "heading", "This credential is genuine").wait();
  expect([...learner.complaints, ...reviewer.complaints, ...stranger.complaints]).toEqual([]);
});
