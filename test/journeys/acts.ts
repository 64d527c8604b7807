import type { Page } from "playwright-core";
import type { Visit } from "../support/browser.ts";
import { choose, document, write } from "./steps.ts";

/** Fills in the reviewer's profile with a license, reads the summary and submits. */
export async function applyToReview(page: Page, title: string): Promise<void> {
  await page.waitForURL("**/editReviewerProfile");
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await write(page, "Overview", "Twenty years in classrooms, ten of them beside other teachers.");
  await choose(page, "Category", "Teachers");
  await pickSkills(page);
  await page.getByRole("button", { name: "Add education" }).click();
  await choose(page, "Degree", /Master of Education/);
  await page.getByRole("textbox", { name: "Institution" }).fill("Lakeside University");
  await page.getByRole("textbox", { name: "Study began" }).fill("09/01/2001");
  await page.getByRole("textbox", { name: "Study completed" }).fill("2003/06/30");
  await page.getByRole("button", { name: "Add license or certificate" }).click();
  await page.getByRole("button", { name: /^License or certificate Choose/ }).click();
  await page.getByRole("option").nth(0).click();
  await page.locator('input[type="file"]').last().setInputFiles(document);
  await page.getByRole("button", { name: "Replace file" }).waitFor();
  await page.getByRole("textbox", { name: "Date issued" }).fill("2015/05/01");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/reviewerOnbordingSummary");
  await page.getByRole("heading", { name: "Check your details" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/approvalPending");
}

/** The admin decides an application. */
export async function decide(
  { page }: Visit,
  name: string,
  decision: "Approve" | "Reject",
  reason?: string,
): Promise<void> {
  await page.goto("/reviewerApplications");
  await page.getByRole("link", { name }).click();
  await page.waitForURL("**/reviewerApplicationsDetails?**");
  await page.getByRole("button", { name: decision, exact: true }).click();
  const dialog = page.getByRole("dialog");
  if (reason) await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: decision, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Picks the first two skills of the chosen category. */
export async function pickSkills(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Skills/ }).click();
  await page.getByRole("option").nth(0).click();
  await page.getByRole("option").nth(1).click();
  await page.keyboard.press("Escape");
}

/** Saves a step of the wizard and waits for the next one. */
export async function saveAndContinue(page: Page, step: number): Promise<void> {
  await page.getByRole("button", { name: "Save and Continue" }).click();
  await page.waitForURL(`**/credential/edit/**/${step}`);
}

/** Two sections: a plan judged by text, a reflection judged by a table of two criteria; 30 minutes together. */
export async function writeSections(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Title" }).first().fill("The plan");
  await page.getByRole("spinbutton", { name: "Minutes to review" }).first().fill("20");
  await write(page, "Description", "Hand in the plan of one circle.");
  await page.getByRole("checkbox", { name: "Upload File" }).first().check();
  await write(page, "Rubric text", "The plan names who speaks when.");
  await page.getByRole("button", { name: "Add section" }).click();
  await page.getByRole("textbox", { name: "Title" }).nth(1).fill("The reflection");
  await page.getByRole("spinbutton", { name: "Minutes to review" }).nth(1).fill("10");
  await page.getByRole("textbox", { name: "Description" }).nth(1).fill("Look back on four weeks.");
  await page.getByRole("button", { name: "Criteria table" }).nth(1).click();
  for (const [row, criterion] of ["Listening", "Change"].entries()) {
    const cells = page.getByRole("textbox", { name: new RegExp(`, row ${row + 1}`) });
    if ((await cells.count()) === 0) await page.getByRole("button", { name: "Add criterion" }).click();
    await cells.nth(0).fill(criterion);
    await cells.nth(1).fill("Names words and moments.");
    await cells.nth(2).fill("Says little of what happened.");
    await cells.nth(3).fill("5");
  }
  await page.getByRole("textbox", { name: "Making Progress at" }).fill("4");
  await page.getByRole("textbox", { name: "Completed at" }).fill("8");
}

/** The admin decides a credential that waits. */
export async function decideCredential(
  page: Page,
  title: string,
  decision: "Approve" | "Reject",
  feedback = "",
): Promise<void> {
  await page.goto("/credentials?tab=pending");
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("button", { name: decision, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[contenteditable]").fill(feedback);
  await dialog.getByRole("button", { name: decision, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Pays with a card of the sandbox. */
export async function pay(page: Page, number: string): Promise<void> {
  await page.getByRole("textbox", { name: "Card number" }).fill(number);
  await page.getByRole("textbox", { name: "Expiry month" }).fill("12");
  await page.getByRole("textbox", { name: "Expiry year" }).fill("2031");
  await page.getByRole("textbox", { name: "Security code" }).fill("123");
  await page.getByRole("button", { name: /^Pay/ }).click();
}

/** Sends the credential of the wizard's last step for approval. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/credential/edit/"));
  await page.getByText("Sent for approval.").waitFor();
}

/** Decides the section in view; the last one asks once more. */
export async function grade(
  page: Page,
  decision: "Approve" | "Reject",
  feedback: string,
  last?: string,
): Promise<void> {
  await page.getByRole("textbox", { name: "Grade" }).fill("B");
  await write(page, "Feedback", feedback);
  await page.getByRole("button", { name: decision, exact: true }).click();
  if (last) await page.getByRole("dialog").getByRole("button", { name: last }).click();
  await page
    .getByText(decision === "Approve" ? "Section approved." : "Section rejected.")
    .first()
    .waitFor();
}
