import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publish, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const { credential } = contract;

let browser: Browser;
let school: Organization;

beforeAll(async () => {
  school = await world.newOrganization("Portal School");
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A window in which a member is signed in. */
async function windowOf(name: MemberName): Promise<{ page: Page; complaints: string[] }> {
  const person = school.as(name);
  await person.token();
  const { page, complaints } = await visit(browser, world.origin);
  await page.goto("/login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname !== "/login");
  return { page, complaints };
}

test("an admin approves in the list and stays on its tab; rejecting wants feedback, which the issuer reads", async () => {
  const rita = await acceptedReviewer(school, "Rita");
  const ivan = school.as("Ivan");
  for (const title of ["Quiet Corners", "Loud Corridors"]) {
    const { cred_id } = await writeDraft(ivan, [rita], { title });
    answered(await ivan.call(credential.publish, { credential_id: cred_id }));
  }
  const { page, complaints } = await windowOf("Ada");
  await page.goto("/credentials?tab=pending");
  await page.getByRole("button", { name: "Actions for Quiet Corners" }).click();
  await page.getByRole("menuitem", { name: "Approve" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await page.getByText("“Quiet Corners” was approved.").waitFor();
  await page.getByRole("link", { name: "Quiet Corners" }).waitFor({ state: "detached" });
  expect(page.url()).toBe(`${world.origin}/credentials?tab=pending`);

  await page.getByRole("link", { name: "Loud Corridors" }).click();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[contenteditable]").waitFor();
  await dialog.getByRole("button", { name: "Reject" }).click();
  await dialog.getByText("Feedback required").waitFor();
  await dialog.locator("[contenteditable]").fill("Name the corridors.");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await page.waitForURL(`${world.origin}/credentials`);
  expect(complaints).toEqual([]);

  const issuer = await windowOf("Ivan");
  await issuer.page.goto("/?tab=rejected");
  await issuer.page.getByRole("table").getByRole("link", { name: "Loud Corridors" }).click();
  await issuer.page.getByText("Name the corridors.").waitFor();
  expect(issuer.complaints).toEqual([]);
});

test("a learner finds a credential, applies once however often it is clicked, and is told why not again", async () => {
  const ray = await acceptedReviewer(school, "Ray", [{ skill_id: 1003, name: "" }]);
  const { cred_id, organization_id } = await publish(school.as("Pia"), [ray], {
    title: "Zither Circle Leader",
    price: 0,
  });
  await world.settle();
  const { page, complaints } = await windowOf("Lena");
  await page.goto("/?q=zither&price=free");
  await page.getByRole("link", { name: "Zither Circle Leader" }).click();
  await page.getByRole("button", { name: "Apply" }).dblclick();
  await page.waitForURL(`${world.origin}/credential/${cred_id}/submit`);
  await page.goto(`/credential/details/${organization_id}/${cred_id}`);
  await page.getByRole("link", { name: "Continue your submission" }).waitFor();
  expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
