import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, type Visit, visit } from "../support/browser.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential, textSection, writeDraft } from "../support/fixtures/credential.ts";
import { tokensFor } from "../support/fixtures/invitation.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { inspect, signIn } from "./steps.ts";

let browser: Browser;
let school: Organization;
let rita: Person;

beforeAll(async () => {
  school = await world.newOrganization("Office School");
  rita = await acceptedReviewer(school, "Rita");
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await expectInvariants(world, school);
});

let clicks = 0;
beforeEach(() => {
  clicks = 0;
});

/** Clicks as whoever sits there does, and counts it. */
async function click(what: Locator): Promise<void> {
  await what.click();
  clicks += 1;
}

/** Somebody's own window, on the page that follows their signing in. */
async function windowOf(name: MemberName): Promise<Visit> {
  const { email, password, token } = school.as(name);
  await token();
  const opened = await visit(browser, world.origin);
  await signIn(opened.page, email, password);
  return opened;
}

/** Ends a window, in which nothing may have gone wrong. */
async function close({ context, complaints }: Visit): Promise<void> {
  await context.close();
  expect(complaints).toEqual([]);
}

const menu = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const guests = (mark: string) => Array.from({ length: 30 }, (_, at) => `${mark}-${at}@${rita.email.split("@")[1]}`);
const mailsTo = async (people: readonly string[]) => {
  await world.settle();
  return Promise.all(people.map(async (email) => (await world.mails.to(email)).length));
};

test("an admin invites a class of thirty from a mail's addresses, and one from a file, in at most eight clicks each", async () => {
  const ada = await windowOf("Ada");
  const { page } = ada;
  const pasted = guests("pasted");
  await click(menu(page, "Users"));
  await click(button(page, "Invite people"));
  const list = pasted.map((email, at) => `"Student, ${at}" <${email}>`).join("; ");
  await click(page.getByLabel("Email 1", { exact: true }));
  await page.getByLabel("Email 1", { exact: true }).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, list);
  await page.getByText("30 rows").waitFor();
  await click(button(page, /^Role for all/));
  await click(page.getByRole("option", { name: "Learner", exact: true }));
  await inspect(ada, "30-inviting-pasted");
  await click(button(page, "Send invitations"));
  await page.getByText("Invitation sent successfully.").first().waitFor();
  expect(clicks).toBeLessThanOrEqual(8);
  expect(await mailsTo(pasted)).toEqual(pasted.map(() => 1));

  await page.getByText("Invitation sent successfully.").first().waitFor({ state: "hidden" }); // a page that opens carries it on
  clicks = 0;
  await page.goto(paths.home);
  const filed = guests("filed");
  await click(menu(page, "Users"));
  await click(button(page, "Invite people"));
  const lines = filed.map((email, at) => `"Student; ${at}";${email}`).join("\r\n");
  const csv = { name: "class.csv", mimeType: "text/csv", buffer: Buffer.from(`\ufeffName;E-Mail\r\n${lines}\r\n`) };
  const choosing = page.waitForEvent("filechooser");
  await click(button(page, /CSV/));
  await (await choosing).setFiles(csv);
  await page.getByText("30 rows added from class.csv").first().waitFor();
  await click(button(page, /^Role for all/));
  await click(page.getByRole("option", { name: "Learner", exact: true }));
  await click(button(page, "Send invitations"));
  await page.getByText("Invitation sent successfully.").first().waitFor();
  expect(clicks).toBeLessThanOrEqual(8);
  expect(await mailsTo(filed)).toEqual(filed.map(() => 1));
  await close(ada);
});

test("an admin finds a late review and gives it to others in at most four clicks, and the learner is not told why", async () => {
  const ray = await acceptedReviewer(school, "Ray");
  const clock = { first_days: 5, revision_days: 4, reviewer_days: 3 };
  const title = "Late notes";
  const credential_id = await publishedCredential(school, [rita, ray], { title, criteria: { clock } });
  const { credential_job_id } = await accepted(school.as("Lena").later({ days: -30 }), credential_id, rita);
  const ada = await windowOf("Ada");
  const { page } = ada;
  await click(menu(page, "Reviews"));
  await click(button(page, "Late (1)"));
  await inspect(ada, "31-reviews-late");
  await click(button(page, `Reassign ${title}`));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Rita is away.");
  await inspect(ada, "31-reassigning");
  await click(dialog.getByRole("button", { name: "Reassign" }));
  await page.getByText("Job reassigned. It’s open to the other reviewers.").first().waitFor();
  expect(clicks).toBeLessThanOrEqual(4);
  await close(ada);
  expect(await ray.call(contract.review.accept, { credential_job_id })).toMatchObject({ status: 200 });
  await world.settle();
  for (const { text } of await world.mails.to(school.as("Lena").email)) expect(text).not.toContain("Rita is away.");
});

test("an admin reads last month's result in one click, and each of its parts opens its entries", async () => {
  const days = -(new Date().getUTCDate() + 14); // the middle of last month
  const then = { ...school, as: (name: MemberName) => school.as(name).later({ days }) };
  const title = "Last month’s notes";
  const rob = await acceptedReviewer(then, "Rob");
  const credential_id = await publishedCredential(then, [rob], { title, sections: [textSection], rate: 30 });
  const work = await accepted(then.as("Leo"), credential_id, rob);
  expect(await rob.call(contract.review.acceptSection, verdict(work, 0))).toMatchObject({ status: 200 });
  await world.settle();
  const ada = await windowOf("Ada");
  const { page } = ada;
  await click(menu(page, "Payment history"));
  const result = page.getByLabel(/^Your result/);
  const paid = result.getByRole("link", { name: "-$10.00" }); // 20 minutes at 30 dollars an hour, which no sale covers
  await paid.nth(1).waitFor(); // what was paid out, and the result
  expect(clicks).toBe(1);
  await inspect(ada, "32-last-month");
  await click(paid.first());
  await page.waitForURL((url) => url.searchParams.get("kind") === "pay");
  await page.getByRole("heading", { name: /^Review pay, .* \(1\)$/ }).waitFor();
  expect(await page.getByRole("row").getByRole("link").allInnerTexts()).toEqual([title]);
  await inspect(ada, "32-last-month-paid-out");
  await close(ada);
});

test("a rejected credential comes from its reason to its learners in six clicks of both, one of them to the step that is mended", async () => {
  const ivan = school.as("Ivan");
  const title = "Dear notes";
  const { cred_id: credential_id } = await writeDraft(ivan, [rita], { title });
  expect(await ivan.call(contract.credential.publish, { credential_id })).toMatchObject({ status: 200 });
  const feedback = "<p>Ask for less money.</p>";
  const rejected = await school.as("Ada").call(contract.credential.reject, { credential_id, feedback });
  expect(rejected).toMatchObject({ status: 200 });
  const author = await windowOf("Ivan");
  const { page } = author;
  await page.goto(paths.credentialDetails(school.organization_id, credential_id));
  await page.getByText("Ask for less money.").first().waitFor();
  await click(button(page, "Edit and publish again"));
  await click(button(page, /^Step 5 .*Pricing/));
  await page.getByText("Ask for less money.").first().waitFor();
  await page.getByLabel("Price (USD)").first().fill("21");
  await inspect(author, "33-mending-the-price");
  await page.getByText("An admin approves it before learners see it.").waitFor();
  await click(button(page, "Save and Publish"));
  await page.getByText("Sent for approval.").waitFor();
  await close(author);

  const ada = await windowOf("Ada");
  await click(ada.page.getByRole("link", { name: title, exact: true }));
  await ada.page.getByRole("heading", { name: "Since it was rejected" }).waitFor();
  expect(await ada.page.getByRole("region", { name: "Price" }).locator("ins, del").allInnerTexts()).toEqual([
    "$25.00",
    "$21.00",
  ]);
  await inspect(ada, "33-what-changed");
  await click(button(ada.page, "Approve"));
  await click(ada.page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }));
  await ada.page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(clicks).toBeLessThanOrEqual(6); // five where the step to mend is the first, which opens by itself
  await close(ada);
  const learner = await school.as("Liv").call(contract.credential.apply, { credential_id });
  expect(learner).toMatchObject({ status: 200 });
});

test("an admin imports 120 people, reads what is wrong with three, watches them invited, and takes back all but who joined in seven clicks", async () => {
  const title = "Class notes";
  await publishedCredential(school, [rita], { title });
  const people = Array.from({ length: 117 }, (_, at) => `imported-${at}@${rita.email.split("@")[1]}`);
  const wrong = ["nobody;Learner;;", "king@office.test;King;;", "late@office.test;Learner;;Evening notes"];
  const rows = [...people.map((email) => `${email};Learner;Mill School;${title}`), ...wrong];
  const buffer = Buffer.from(`\ufeffEmail;Role;Employer;Credential\r\n${rows.join("\r\n")}\r\n`);
  const ada = await windowOf("Ada");
  const { page } = ada;
  await click(menu(page, "Users"));
  await click(button(page, "Import people"));
  const choosing = page.waitForEvent("filechooser");
  await click(button(page, "Choose a CSV file"));
  await (await choosing).setFiles({ name: "class.csv", mimeType: "text/csv", buffer });

  await page.getByText("Ready to confirm").waitFor();
  await page.getByText("Email: Please enter valid Email").waitFor();
  expect(await page.getByRole("row").filter({ hasText: "“" }).allInnerTexts()).toEqual([
    expect.stringMatching(/^120.*Role: Your organization has no role “King”\./s),
    expect.stringMatching(/^121.*Credential: Your organization has no credential “Evening notes”\./s),
  ]);
  expect(await mailsTo(people)).toEqual(people.map(() => 0));
  await inspect(ada, "34-import-checked");
  await click(button(page, "Invite 117 people"));
  await page.getByRole("progressbar", { name: "Sending invitations" }).waitFor();
  await page.getByText("Sent", { exact: true }).waitFor();
  expect(await mailsTo(people)).toEqual(people.map(() => 1));

  const saving = page.waitForEvent("download");
  await click(button(page, "Download report"));
  const [head, ...lines] = (await readFile(await (await saving).path(), "utf8")).trimEnd().split("\r\n");
  expect(head).toBe("\ufeffEmail,Role,Employer,Credential,Result,Details");
  expect(lines.filter((line) => line.includes(`,Learner,Mill School,${title},Invited,`))).toHaveLength(117);
  expect(lines.filter((line) => line.includes(",Error,"))).toHaveLength(3);

  const [joining = "", ...others] = people;
  const [token = ""] = await tokensFor(joining);
  const names = { first_name: "Jo", last_name: "Ined", password: "a lamp in the harbour" };
  answered(await world.anyone.call(contract.auth.signup, { ...names, email: joining, token }));
  await click(button(page, "Take back"));
  await click(page.getByRole("dialog").getByRole("button", { name: "Take back" }));
  await page.getByText("Taken back", { exact: true }).waitFor();
  const counts = page.getByLabel("What the rows come to");
  expect((await counts.innerText()).split(/\s*\n\s*/)).toEqual([
    ...["Invited", "0", "With errors", "3", "Withdrawn", "116", "Accepted and kept", "1"],
  ]);
  await inspect(ada, "34-import-taken-back");
  expect(clicks).toBe(7);
  await close(ada);
  const [dead = ""] = await tokensFor(others[0]!);
  const { status } = await world.anyone.call(contract.auth.validateSignup, { email: others[0]!, token: dead });
  expect(status).toBe(400);
});
