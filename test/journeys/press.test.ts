import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { roleIds } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, quiet, visit } from "../support/browser.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
let school: Organization;
beforeAll(async () => {
  browser = await openBrowser();
  school = await world.newOrganization("Press School");
});
afterAll(() => browser?.close());

/** As long as a hand that takes its time. */
const pressMs = 400;
const still = { x: 0, y: 0 };

/** Presses something without a release; answers how far it moved meanwhile, when `happens` did. */
async function held(page: Page, target: Locator, happens = () => {}): Promise<unknown> {
  await target.scrollIntoViewIfNeeded();
  const element = (await target.elementHandle())!;
  const before = (await element.boundingBox())!;
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  happens();
  await page.waitForTimeout(pressMs);
  const after = await element.boundingBox();
  return after && { x: after.x - before.x, y: after.y - before.y };
}

test("'I agree' is heard though a password that is too short is told just then", async () => {
  const email = `press-${Date.now()}@press.test`;
  const { token: t } = await invitedAs(school, { email, role: roleIds.learner });
  const { page, context } = await visit(browser, world.origin);
  await page.goto(paths.signUpWith({ role: String(roleIds.learner), email, t }));
  await page.getByLabel("First name").fill("Lou");
  await page.getByLabel("Last name").fill("Low");
  await page.getByLabel("Password", { exact: true }).fill("short");
  const box = page.getByRole("checkbox");
  expect(await held(page, box)).toEqual(still);
  await page.mouse.up();
  expect(await box.isChecked()).toBe(true);
  await page.getByText("Password must be atleast 8 characters").waitFor();
  await context.close();
});

test("a row that was pressed is opened though another tab's rows come just then", async () => {
  const title = "Pressed in time";
  await publishedCredential(school, [await acceptedReviewer(school, "Ray")], { title });
  const { page, context } = await visit(browser, world.origin);
  const ivan = school.as("Ivan");
  await ivan.token();
  await signIn(page, ivan.email, ivan.password);
  await page.goto(`${paths.credentials}?tab=approved`);
  const row = page.getByRole("table").getByRole("link", { name: title });
  await row.waitFor();
  await quiet(page);
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/credential/list**", async (route) => {
    await pressed;
    await route.continue();
  });
  await page.getByRole("button", { name: /^Rejected/ }).click();
  expect(await held(page, row, answer)).toEqual(still);
  await page.mouse.up();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  await context.close();
});

/** Forms, and who opens them. */
const forms = {
  "inviting people": ["Ada", () => paths.addInvitation],
  "an organization’s settings": ["Ada", () => paths.organizationDetails],
  "the first step of a credential": ["Ivan", () => paths.createCredentialStep(0)],
  "a person’s profile": ["Ada", () => paths.editProfile],
  "a reviewer’s application": ["Rob", () => paths.editReviewerProfile],
  "handing in work": [
    "Lena",
    async () => {
      const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")], { price: 25 });
      await paidPurchase(school.as("Lena"), credential_id, world.origin);
      return paths.submitWork(credential_id);
    },
  ],
  grading: [
    "Ruth",
    async () => {
      const ruth = await acceptedReviewer(school, "Ruth");
      const { credential_job_id } = await accepted(school.as("Leo"), await publishedCredential(school, [ruth]), ruth);
      return paths.acceptedJob(credential_job_id);
    },
  ],
} as const satisfies Record<string, readonly [Parameters<Organization["as"]>[0], () => string | Promise<string>]>;

test.each(Object.entries(forms))(
  "no mistake that is told on leaving a field of %s moves what is pressed",
  async (_, [name, open]) => {
    const path = await open();
    const person: Person = school.as(name);
    await person.token();
    const { page, context } = await visit(browser, world.origin);
    await signIn(page, person.email, person.password);
    await page.goto(path);
    const fields = page.locator(
      "main input:is([type=text], [type=email], [type=url], [type=tel], :not([type])):not([readonly], [disabled], [role=combobox]), main textarea",
    );
    await page.getByRole("heading", { level: 1 }).waitFor();
    const opens = page.getByRole("button", { name: /^(Add link|Edit)$/ });
    await fields.first().or(opens).first().waitFor();
    if (await opens.isVisible()) await opens.click();
    await quiet(page);
    const target = page.locator("main button:visible:not([disabled])").last();
    for (const field of await fields.all()) {
      if (!(await field.isVisible())) continue;
      await field.fill("x");
      await field.fill("");
      expect(await held(page, target), (await field.getAttribute("name")) ?? "").toEqual(still);
      await page.mouse.move(2, 2);
      await page.mouse.up();
    }
    await context.close();
  },
);
