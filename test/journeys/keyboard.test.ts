import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted } from "../support/fixtures/work.ts";
import { world } from "../support/world.ts";
import { enter, follow, pick, signInByKeyboard, tabTo, typeInto } from "./keys.ts";
import { document as pdf } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("a reviewer decides a job by keyboard alone, a criteria table included", async () => {
  const school = await world.newOrganization("Keyed Grading School");
  const rita = await acceptedReviewer(school, "Rita");
  const work = await accepted(school.as("Lena"), await publishedCredential(school, [rita]), rita);
  const { page, context, complaints } = await visit(browser, world.origin);
  await signInByKeyboard(page, rita);
  await follow(page, "link", "Accepted jobs");
  await follow(page, "link", "Classroom reading");
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
  const shows = (title: string | RegExp) => page.getByRole("heading", { name: title }).waitFor();
  const press = (key: string) => page.keyboard.press(key);
  await shows(/Lesson plan/);
  await press("]");
  await shows(/Reflection/);
  await press("[");
  await shows(/Lesson plan/);
  await press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.waitFor();
  await press("]"); // nothing lies under a dialog
  await press("Escape");
  await help.waitFor({ state: "hidden" });
  await shows(/Lesson plan/);
  await press("r");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Reject/);

  await judge("B");
  await shows(/Reflection/);
  await press("[");
  await page.getByRole("heading", { name: "Your review" }).waitFor();
  await press("u");
  await page.getByText("Decision undone.").waitFor();
  await page.getByRole("heading", { name: "Your decision" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Grade" }).inputValue()).toBe("B");
  await press("a");
  await press("Enter");
  await shows(/Reflection/);
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

test("a learner comes by keyboard alone from sign-in to submitted work with an upload", async () => {
  const school = await world.newOrganization("Keyed Learning School");
  const lena = school.as("Lena");
  const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")]);
  await world.settle();
  const { page, context, complaints } = await visit(browser, world.origin);
  await signInByKeyboard(page, lena);
  await follow(page, "link", "Classroom reading");
  await page.getByRole("heading", { name: "Classroom reading", level: 1 }).waitFor();
  expect(await page.title()).toBe(`Classroom reading – ${school.name}`);
  await follow(page, "button", "Apply");
  await page.waitForURL(`**${paths.submitWork(credential_id)}`);
  await typeInto(page, /^Response/, "We read aloud on Thursdays.");
  const choosing = page.waitForEvent("filechooser");
  await enter(page, "button", "Choose files");
  await (await choosing).setFiles({ ...pdf, name: "our circle’s plan.pdf" });
  await page
    .getByRole("status")
    .filter({ hasText: "our circle’s plan.pdf is uploaded." })
    .waitFor({ state: "attached" });
  await enter(page, "button", "Next section");
  await page.getByRole("heading", { name: "Reflection", level: 2 }).waitFor();
  await typeInto(page, /^Response/, "I spoke too much in the first week.");
  await enter(page, "button", "Review and submit");
  await enter(page, "button", "Submit Application");
  await page.getByRole("dialog", { name: "Submission Sent!" }).waitFor();
  await follow(page, "button", "View submission");
  await page.waitForURL("**/mySubmissions/*/details");
  const { body } = await lena.call(contract.submission.read, { credential_id });
  expect(body.data.status).toBe("submitted");
  expect(body.data.sections[0]?.work.attachments.map(({ name }) => name)).toEqual(["our circle’s plan.pdf"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("an author comes by keyboard alone from a new draft to a published credential", async () => {
  const school = await world.newOrganization("Keyed Authors School");
  await acceptedReviewer(school, "Rita");
  const { page, context, complaints } = await visit(browser, world.origin);
  await signInByKeyboard(page, school.as("Ada"));
  const next = async (step: number) => {
    await enter(page, "button", "Save and Continue");
    await page.waitForURL(`**/credential/edit/**/${step}`);
  };
  await follow(page, "link", "Credentials");
  await page.waitForURL(`**${paths.credentials}`);
  await follow(page, "button", /^Create/);
  await typeInto(page, "Title", "Keyed credential");
  await typeInto(page, "Description", "Show that you can do without a pointer.");
  await typeInto(page, /^Score description/, "The section must pass.");
  await typeInto(page, /^Upload description/, "Leave out names.");
  await next(1);
  await typeInto(page, "Title", "The plan");
  await typeInto(page, "Minutes to review", "20", "spinbutton");
  await typeInto(page, "Description", "Hand in a plan.");
  await tabTo(page, "checkbox", /^Upload File/);
  await page.keyboard.press("Space");
  await typeInto(page, "Rubric text", "The plan names who speaks when.");
  await next(2);
  expect(await page.title()).toBe(`Edit Keyed credential – ${school.name}`);
  await pick(page, /^Category/, "Teachers");
  await enter(page, "button", /^Skills/);
  await page.getByRole("option").first().waitFor();
  for (const key of ["ArrowDown", "Enter", "ArrowDown", "Enter", "Escape"]) await page.keyboard.press(key);
  await typeInto(page, "Description", "Read a plan.");
  await typeInto(page, "Hourly rate (USD)", "24", "spinbutton");
  await typeInto(page, "Notes", "Be kind and exact.");
  await next(3);
  await tabTo(page, "checkbox", /^Select Rita/);
  await page.keyboard.press("Space");
  await next(4);
  await typeInto(page, "Price (USD)", "50", "spinbutton");
  await next(5);
  await follow(page, "button", "Publish");
  await page.waitForURL((url) => !url.pathname.startsWith("/credential/edit/"));
  const { body } = await school.as("Ada").call(contract.credential.list, { search: "Keyed", limit: 10 });
  expect(body.data.credentials).toMatchObject([{ title: "Keyed credential", status: "published" }]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("an admin comes by keyboard alone from an invitation to a refund", async () => {
  const school = await world.newOrganization("Keyed Admins School");
  const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")], { price: 50 });
  await paidPurchase(school.as("Lena"), credential_id, world.origin);
  const { page, context, complaints } = await visit(browser, world.origin);
  await signInByKeyboard(page, school.as("Ada"));
  await follow(page, "link", "Users");
  await page.getByRole("heading", { name: /^Users/, level: 1 }).waitFor();
  await enter(page, "button", "Invite people");
  const domain = school.as("Ada").email.split("@")[1];
  const [invited, other] = [`noor@${domain}`, `omar@${domain}`];
  await typeInto(page, "Email 1", `Noor Banks <${invited}>, ${other}`);
  await pick(page, /^Role 1/, "Learner");
  await pick(page, /^Role for all/, "Reviewer");
  await enter(page, "button", "Send invitations");
  await page.getByText("Invitation sent successfully.").waitFor();
  for (const email of [invited, other])
    await page.getByRole("row", { name: email }).filter({ hasText: "Reviewer" }).waitFor();
  await follow(page, "link", "Payment history");
  await page.getByRole("heading", { name: /^Payment history/, level: 1 }).waitFor();
  await pick(page, /^Actions for/, "Refund as credit");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await typeInto(page, "Reason", "The course was cancelled.");
  await enter(page, "button", "Refund as credit");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Refunded as product credit.").waitFor();
  const { body } = await school.as("Lena").call(contract.payment.readCredit, {});
  expect(body.data.balance).toBe(50);
  expect(complaints).toEqual([]);
  await context.close();
});
