import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type Visit, visit } from "../support/browser.ts";
import { world } from "../support/world.ts";
import { choose, document, look, picture, signIn, signUp, subjectsTo, write } from "./steps.ts";

const academy = "Riverside Academy";
const at = (name: string) => `${name}@riverside.test`;

let browser: Browser;
const visits: Record<string, Visit> = {};
/** Somebody's window, opened once. */
async function windowOf(name: string): Promise<Visit> {
  visits[name] ??= await visit(browser, world.origin);
  return visits[name];
}

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const [name, { picture: keep }] of Object.entries(visits)) await keep(`failed-${name}`);
});

describe("from an empty organization to a certificate earned", { concurrent: false }, () => {
  test("the superadmin creates the organization and invites its admin by mail", async () => {
    const sam = await windowOf("sam");
    const { page } = sam;
    const { email, password } = world.as("Sam");
    await signIn(page, email, password);
    await look(sam, "01-organizations");
    await page.getByRole("button", { name: "Create organization" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(academy);
    await page
      .getByRole("textbox", { name: "Description" })
      .fill("A small school by the river that awards what its teachers can do.");
    await page.locator('input[type="file"]').setInputFiles(picture);
    await page.getByRole("textbox", { name: "Phone" }).fill("555 010 1234");
    await look(sam, "01-organization-form");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForURL("**/organizations");
    await page.getByRole("link", { name: academy }).waitFor();
    await page.getByRole("button", { name: `Actions for ${academy}` }).click();
    await page.getByRole("menuitem", { name: "Users" }).click();
    await page.getByRole("button", { name: "Invite people" }).click();
    await page.getByRole("textbox", { name: "E-mail 1" }).fill(at("ada"));
    await choose(page, "Role 1", "Admin");
    await page.getByRole("button", { name: "Send invitations" }).click();
    await page.getByText("Invitation sent successfully.").waitFor();
    await page.getByRole("rowheader", { name: at("ada") }).waitFor();
    await look(sam, "01-organization-users");
  });

  test("the admin signs up, completes the account and invites an issuer, two reviewers and a learner", async () => {
    const ada = await windowOf("ada");
    const { page } = ada;
    await signUp(page, at("ada"), "Ada", "Rivers");
    await page.waitForURL("**/adminAccountDetails");
    await look(ada, "02-account");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.waitForURL("**/addInvitation");
    const people = [
      ["ivan", "Issuer"],
      ["rita", "Reviewer"],
      ["ray", "Reviewer"],
      ["lena", "Learner"],
    ] as const;
    for (const [index, [name, role]] of people.entries()) {
      if (index > 0) await page.getByRole("button", { name: "Add another" }).click();
      await page.getByRole("textbox", { name: `E-mail ${index + 1}` }).fill(at(name));
      await choose(page, `Role ${index + 1}`, role);
    }
    await look(ada, "02-invitations");
    await page.getByRole("button", { name: "Get Started" }).click();
    await page.getByText("Invitation sent successfully.").waitFor();
    for (const [name] of people) expect(await subjectsTo(at(name))).toEqual([`You are invited to ${academy}`]);
  });

  test("the issuer signs up and completes the account", async () => {
    const ivan = await windowOf("ivan");
    const { page } = ivan;
    await signUp(page, at("ivan"), "Ivan", "Banks");
    await page.waitForURL("**/completeYourAccount");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/successScreen");
    await look(ivan, "03-issuer-ready");
    await page.getByRole("button", { name: "Start Credentials" }).click();
    await page.waitForURL(`${world.origin}/`);
  });

  test("the first reviewer applies with a license and is approved", async () => {
    const rita = await windowOf("rita");
    const { page } = rita;
    await signUp(page, at("rita"), "Rita", "Ford");
    await applyToReview(page, "Literacy coach");
    await look(rita, "04-approval-pending");

    const ada = await windowOf("ada");
    await ada.page.goto("/reviewerApplications");
    await look(ada, "04-reviewer-applications");
    await decide(ada, "Rita Ford", "Approve");
    await ada.page.getByText("Verified").waitFor();
    await look(ada, "04-reviewer-verified");
  });

  test("the second reviewer is rejected, sees the reason, resubmits once and is approved", async () => {
    const ray = await windowOf("ray");
    const { page } = ray;
    await signUp(page, at("ray"), "Ray", "Brook");
    await applyToReview(page, "Mathematics teacher");

    const ada = await windowOf("ada");
    await decide(ada, "Ray Brook", "Reject", "Please say which grades you have taught.");
    await page.goto("/approvalPending");
    await page.waitForURL("**/approvalRejected");
    await page.getByText("Please say which grades you have taught.").waitFor();
    await look(ray, "05-approval-rejected");
    await page.getByRole("button", { name: "Resubmit" }).click();
    await page.waitForURL("**/editReviewerProfile");
    await page.getByRole("textbox", { name: "Title" }).fill("Mathematics teacher, grades 6 to 8");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/reviewerOnbordingSummary");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/approvalPending");
    await decide(ada, "Ray Brook", "Approve");
    await page.goto("/approvalPending");
    await page.getByText("You are approved").waitFor();
  });
});

/** Fills in the reviewer's profile with a license, reads the summary and submits. */
async function applyToReview(page: Visit["page"], title: string): Promise<void> {
  await page.waitForURL("**/editReviewerProfile");
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await write(page, "Overview", "Twenty years in classrooms, ten of them beside other teachers.");
  await choose(page, "Category", "Teachers");
  await page.getByRole("button", { name: /^Skills/ }).click();
  await page.getByRole("option").nth(0).click();
  await page.getByRole("option").nth(1).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add education" }).click();
  await choose(page, "Degree", /Master of Education/);
  await page.getByRole("textbox", { name: "Institution" }).fill("Lakeside University");
  await page.getByRole("textbox", { name: "Study began" }).fill("2001/09/01");
  await page.getByRole("textbox", { name: "Study completed" }).fill("2003/06/30");
  await page.getByRole("button", { name: "Add license or certificate" }).click();
  await page.getByRole("button", { name: /^License or certificate Choose/ }).click();
  await page.getByRole("option").nth(0).click();
  await page.locator('input[type="file"]').last().setInputFiles(document);
  await page.getByRole("button", { name: "Replace file" }).waitFor();
  await page.getByRole("textbox", { name: "Date issued" }).fill("2015/05/01");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/reviewerOnbordingSummary");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/approvalPending");
}

/** The admin decides an application. */
async function decide({ page }: Visit, name: string, decision: "Approve" | "Reject", reason?: string): Promise<void> {
  await page.goto("/reviewerApplications");
  await page.getByRole("link", { name }).click();
  await page.waitForURL("**/reviewerApplicationsDetails?**");
  await page.getByRole("button", { name: decision, exact: true }).click();
  const dialog = page.getByRole("dialog");
  if (reason) await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: decision, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}
