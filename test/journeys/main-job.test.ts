import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type Visit, visit } from "../support/browser.ts";
import { world } from "../support/world.ts";
import {
  applyToReview,
  decide,
  decideCredential,
  grade,
  pay,
  pickSkills,
  publish,
  saveAndContinue,
  writeSections,
} from "./acts.ts";
import { choose, document, inspect, picture, signIn, signUp, subjectsTo, write } from "./steps.ts";

const academy = "Riverside Academy";
const at = (name: string) => `${name}@riverside.test`;

let browser: Browser;
const title = "Reading Circle Leader";
let organization = "";
let credential = "";
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
    await inspect(sam, "01-organizations");
    await page.getByRole("button", { name: "Create organization" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(academy);
    await page
      .getByRole("textbox", { name: "Description" })
      .fill("A small school by the river that awards what its teachers can do.");
    await page.locator('input[type="file"]').setInputFiles(picture);
    await page.getByRole("textbox", { name: "Phone" }).fill("555 010 1234");
    await inspect(sam, "01-organization-form");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForURL("**/organizations");
    await page.getByRole("link", { name: academy }).waitFor();
    await page.getByRole("button", { name: `Actions for ${academy}` }).click();
    await page.getByRole("menuitem", { name: "Users" }).click();
    await page.getByRole("button", { name: "Invite people" }).click();
    await page.getByRole("textbox", { name: "Email 1" }).fill(at("ada"));
    await choose(page, "Role 1", "Admin");
    await page.getByRole("button", { name: "Send invitations" }).click();
    await page.getByText("Invitation sent successfully.").waitFor();
    await page.getByRole("rowheader", { name: at("ada") }).waitFor();
    await inspect(sam, "01-organization-users");
  });

  test("the admin signs up, completes the account and invites an issuer, two reviewers and a learner", async () => {
    const ada = await windowOf("ada");
    const { page } = ada;
    await signUp(page, at("ada"), "Ada", "Rivers");
    await page.waitForURL("**/adminAccountDetails");
    await inspect(ada, "02-account");
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
      await page.getByRole("textbox", { name: `Email ${index + 1}` }).fill(at(name));
      await choose(page, `Role ${index + 1}`, role);
    }
    await inspect(ada, "02-invitations");
    await page.getByRole("button", { name: "Get Started" }).click();
    await page.getByText("Invitation sent successfully.").waitFor();
    for (const [name] of people) expect(await subjectsTo(at(name))).toEqual([`You’re invited to ${academy}`]);
  });

  test("the issuer signs up and completes the account", async () => {
    const ivan = await windowOf("ivan");
    const { page } = ivan;
    await signUp(page, at("ivan"), "Ivan", "Banks");
    await page.waitForURL("**/completeYourAccount");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/successScreen");
    await inspect(ivan, "03-issuer-ready");
    await page.getByRole("button", { name: "Start credentials" }).click();
    await page.waitForURL(`${world.origin}/`);
  });

  test("the first reviewer applies with a license and is approved", async () => {
    const rita = await windowOf("rita");
    const { page } = rita;
    await signUp(page, at("rita"), "Rita", "Ford");
    await applyToReview(page, "Literacy coach");
    await inspect(rita, "04-approval-pending");

    const ada = await windowOf("ada");
    await ada.page.goto("/reviewerApplications");
    await inspect(ada, "04-reviewer-applications");
    await decide(ada, "Rita Ford", "Approve");
    await ada.page.getByText("Verified").waitFor();
    await inspect(ada, "04-reviewer-verified");
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
    await inspect(ray, "05-approval-rejected");
    await page.getByRole("button", { name: "Resubmit" }).click();
    await page.waitForURL("**/editReviewerProfile");
    await page.getByRole("textbox", { name: "Title" }).fill("Mathematics teacher, grades 6 to 8");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/reviewerOnbordingSummary");
    await page.getByRole("heading", { name: "Check your details" }).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/approvalPending");
    await decide(ada, "Ray Brook", "Approve");
    await page.goto("/approvalPending");
    await page.getByText("You’re approved").waitFor();
  });

  test("the issuer writes a credential in six steps, and the draft survives a closed browser", async () => {
    const first = await windowOf("ivan");
    await first.page.goto("/credential/create/0");
    await first.page.getByRole("textbox", { name: "Title" }).fill(title);
    await write(first.page, "Description", "Show that you can lead a reading circle in which everybody speaks.");
    await write(first.page, "Score description", "Both sections must pass.");
    await write(first.page, "Upload description", "Leave out the names of students.");
    await inspect(first, "06-wizard-get-started");
    await saveAndContinue(first.page, 1);
    const draft = first.page.url();
    await first.context.close();

    visits.ivan = await visit(browser, world.origin);
    const ivan = visits.ivan;
    const { page } = ivan;
    await signIn(page, at("ivan"));
    await page.goto(draft);
    await writeSections(page);
    await inspect(ivan, "06-wizard-sections");
    await saveAndContinue(page, 2);
    await choose(page, "Category", "Teachers");
    await pickSkills(page);
    await write(page, "Description", "Read a plan and look at a reflection.");
    await write(page, "Notes", "Look for students' words.");
    await page.getByRole("spinbutton", { name: "Hourly rate (USD)" }).fill("24");
    await saveAndContinue(page, 3);
    await page.getByRole("checkbox", { name: "Select Rita Ford" }).check();
    await page.getByRole("checkbox", { name: "Select Ray Brook" }).check();
    await inspect(ivan, "06-wizard-reviewers");
    await saveAndContinue(page, 4);
    await page.getByRole("spinbutton", { name: "Price (USD)" }).fill("50");
    await inspect(ivan, "06-wizard-price");
    await saveAndContinue(page, 5);
    await inspect(ivan, "06-wizard-preview");
    await publish(page);
  });

  test("the admin rejects it with feedback, the issuer mends it, the admin approves", async () => {
    const ada = await windowOf("ada");
    const ivan = await windowOf("ivan");
    await decideCredential(ada.page, title, "Reject", "Say how long the circle lasts.");
    await ivan.page.goto("/?tab=rejected");
    await ivan.page.getByRole("table").getByRole("link", { name: title }).click();
    await ivan.page.getByText("Say how long the circle lasts.").waitFor();
    const ids = /details\/([^/]+)\/([^/?]+)/.exec(ivan.page.url())!;
    [, organization, credential] = ids as unknown as [string, string, string];
    await ivan.page.goto(`/credential/edit/${organization}/${credential}/0`);
    await write(ivan.page, "Description", "Lead a reading circle of forty minutes in which everybody speaks.");
    await saveAndContinue(ivan.page, 1);
    await ivan.page.goto(`/credential/edit/${organization}/${credential}/5`);
    await publish(ivan.page);
    await decideCredential(ada.page, title, "Approve");
    await ada.page.goto("/credentials?tab=approved");
    await ada.page.getByRole("link", { name: title }).waitFor();
    await inspect(ada, "07-credentials");
  });

  test("the learner finds it, applies, pays by card and submits work with a link and a file", async () => {
    const lena = await windowOf("lena");
    const { page } = lena;
    await signUp(page, at("lena"), "Lena", "Marsh");
    await page.waitForURL("**/editLernerProfile");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/editSCECHProfile");
    await page.getByRole("heading", { name: "SCECH profile" }).waitFor(); // the page before it has a Skip, too
    await page.getByRole("button", { name: "Skip" }).click();
    await page.waitForURL(`${world.origin}/`);
    await world.settle();
    await page.goto("/?q=reading");
    await page.getByRole("link", { name: title }).waitFor();
    await inspect(lena, "08-browse");
    await page.getByRole("link", { name: title }).click();
    await page.getByRole("button", { name: "Apply" }).waitFor();
    await inspect(lena, "08-detail");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL("**/paymentInformation/**");
    await page.getByText("Sandbox: no money moves").waitFor();
    await pay(page, "4000 0000 0000 0002");
    await page.getByText("You weren’t charged").waitFor();
    await page.getByRole("button", { name: "Pay $50.00" }).waitFor();
    await inspect(lena, "08-declined");
    await pay(page, "4242 4242 4242 4242");
    await page.waitForURL("**/submit");
    await write(page, "Response", "Our circle meets on Thursdays.");
    await page.getByRole("button", { name: "Add link" }).click();
    await page.getByRole("textbox", { name: "Link 1" }).fill("https://example.org/circle");
    await page.locator('input[type="file"]').first().setInputFiles(document);
    await page
      .getByRole("link", { name: "license.pdf" })
      .or(page.getByRole("button", { name: "license.pdf" }))
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByText(/saved/i).first().waitFor();
    await inspect(lena, "08-submit");
    await page.reload();
    await page.getByText("1 of 2 done").waitFor();
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByText("license.pdf").first().waitFor();
    await page.getByRole("button", { name: "Next section" }).click();
    await page.getByText("Section 2 of 2").filter({ visible: true }).waitFor();
    await write(page, "Response", "I spoke too much in the first week.");
    await page.getByRole("button", { name: "Review and submit", exact: true }).click();
    await page.getByRole("button", { name: "Submit Application" }).click();
    await page.getByText("Submission Sent!").waitFor();
    await inspect(lena, "08-submission-sent");
  });

  test("one of two reviewers gets the job, accepts one section and rejects the other", async () => {
    await world.control.runSchedule("offer-open-jobs");
    const rita = await windowOf("rita");
    const ray = await windowOf("ray");
    for (const { page } of [rita, ray]) {
      await page.goto("/openJobs");
      await page.getByRole("link", { name: title }).click();
      await page.getByRole("button", { name: "Accept" }).waitFor();
    }
    await inspect(rita, "09-job");
    await rita.page.getByRole("button", { name: "Accept" }).click();
    await rita.page.waitForURL("**/acceptedJobs"); // the first who clicks need not be the first who is answered
    await ray.page.getByRole("button", { name: "Accept" }).click();
    await ray.page
      .getByText(/already accepted this job/)
      .first()
      .waitFor({ state: "attached" });
    const { page } = rita;
    await page.getByRole("heading", { name: "Accepted jobs", level: 1 }).waitFor(); // the page before has such a link, too
    await page.getByRole("link", { name: title }).click();
    await page.getByText("Our circle meets on Thursdays.").waitFor();
    await inspect(rita, "09-grading");
    await grade(page, "Approve", "Clear and complete.");
    await page.getByText("I spoke too much in the first week.").waitFor();
    for (const radio of await page.getByRole("radio", { name: /Says little/ }).all())
      await radio.check({ force: true });
    await grade(page, "Reject", "Name what you changed.", "Reject and send back");
    await world.settle();
    expect((await subjectsTo(at("lena"))).join(" ")).toMatch(/revis/i);
  });

  test("the learner revises only the rejected section, and the reviewer accepts", async () => {
    const lena = await windowOf("lena");
    await lena.page.goto(`/credential/${credential}/submit`);
    await lena.page.getByText("Name what you changed.").first().waitFor();
    await lena.page.getByText("Section 2 of 2").filter({ visible: true }).waitFor();
    await inspect(lena, "10-revision");
    await write(lena.page, "Response", "From the second week on I counted to ten before I spoke.");
    await lena.page.getByRole("button", { name: /^(Next section|Review and submit)$/ }).click();
    await lena.page.getByRole("button", { name: "Submit Application" }).click();
    await lena.page.getByText("Submission Sent!").waitFor();

    const { page } = await windowOf("rita");
    await page.goto("/acceptedJobs");
    await page.getByRole("link", { name: title }).click();
    await page
      .getByText(/counted/)
      .first()
      .waitFor();
    const passing = page.getByRole("radio", { name: /Names words/ });
    await passing.first().waitFor({ state: "attached" });
    for (const radio of await passing.all()) await radio.check({ force: true });
    await grade(page, "Approve", "Well seen.", "Approve and award");
    await page
      .getByText(/Every section is approved|Completed/)
      .first()
      .waitFor();
  });

  test("the certificate opens for anybody, and the money adds up", async () => {
    const lena = await windowOf("lena");
    await lena.page.goto("/myCredentials");
    await lena.page.getByText(title).first().waitFor();
    await inspect(lena, "11-my-credentials");
    const { user_id } = await lena.page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}"));
    const stranger = await visit(browser, world.origin);
    await stranger.page.goto(`/Certificate?org_id=${organization}&cred_id=${credential}&user_id=${user_id}`);
    await stranger.page.getByText("Lena Marsh").first().waitFor();
    await stranger.page
      .getByText(/Verified by a reviewer on/)
      .first()
      .waitFor();
    await inspect(stranger, "11-certificate");

    const rita = await windowOf("rita");
    await rita.page.goto("/payments");
    await rita.page
      .getByText(/12\.00/)
      .first()
      .waitFor();
    await inspect(rita, "11-payments");
    const ada = await windowOf("ada");
    await ada.page.goto("/paymenthistory");
    for (const share of [/50\.00/, /12\.00/, /19\.00/, /11\.40/, /7\.60/])
      await ada.page.getByText(share).first().waitFor();
    await inspect(ada, "11-payment-history");
  });
});
