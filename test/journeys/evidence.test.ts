import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { pdf, uploaded } from "../support/fixtures/file.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun, jobOf, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { inspect, signIn } from "./steps.ts";

const { submission, review, certificate } = contract;
const title = "Evidence Circle";
const lastDay = new Date(Date.now() + 30 * 86_400_000);

let browser: Browser;
let school: Organization;
let lena: Person;

beforeAll(async () => {
  school = await world.newOrganization("Evidence School");
  lena = school.as("Lena");
  const rita = await acceptedReviewer(school, "Rita");
  const credential_id = await publishedCredential(school, [rita], { title, sections: [textSection] });
  const work = await begun(lena, credential_id);
  const key = await uploaded(lena, "submissions", "plan.pdf", pdf);
  const attachments = [{ key, name: "plan.pdf", type: "application/pdf" }];
  const section = { section_id: work.section_ids[0]!, response: "<p>My plan &amp; why.</p>", attachments };
  const { application_id } = work;
  await lena.call(submission.submit, { application_id, credential_id, sections: [section] });
  await offerOpened(lena);
  const credential_job_id = await jobOf(lena, application_id);
  await rita.call(review.accept, { credential_job_id });
  expect(await rita.call(review.acceptSection, verdict({ ...work, credential_job_id }, 0))).toMatchObject({
    status: 200,
  });
  await world.settle();
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("a learner publishes a file by keyboard on a phone, and a stranger opens and compares it on the certificate and on /verify", async () => {
  const learner = await visit(browser, world.origin, { width: 390, height: 844 });
  await learner.page.goto("/login");
  await signIn(learner.page, lena.email, lena.password);
  await learner.page.goto("/myCredentials");
  for (const width of [1440, 390]) {
    await learner.page.setViewportSize({ width, height: 900 });
    await learner.page.getByRole("button", { name: `Actions for ${title}` }).press("Enter");
    await learner.page.getByRole("menuitem", { name: "Publish evidence" }).click();
    await learner.page.getByRole("group", { name: textSection.title }).waitFor();
    await inspect(learner, `24-publish-evidence-${width}`);
    if (width === 1440) await learner.page.keyboard.press("Escape");
  }
  await learner.page.getByRole("checkbox", { name: "plan.pdf" }).press("Space");
  await learner.page.getByRole("checkbox", { name: "Your answer" }).press("Space");
  const until = learner.page.getByLabel(/^End date/);
  await until.fill(lastDay.toISOString().slice(0, 10));
  await until.press("Enter");
  await learner.page.getByText("Published. It shows on your certificate’s page within a minute.").waitFor();
  expect(learner.complaints).toEqual([]);
  await world.settle();

  const { address } = (await lena.call(certificate.listOwn)).body.data.credentials[0]!;
  const stranger = await visit(browser, world.origin, { width: 390, height: 844 });
  await stranger.page.goto(address!);
  await stranger.page.getByText("This credential is genuine").waitFor();
  await stranger.page.getByRole("button", { name: "Open evidence" }).press("Enter");
  await stranger.page.getByText("My plan & why.").waitFor();
  const downloading = stranger.page.waitForEvent("download");
  await stranger.page.getByRole("button", { name: "Download plan.pdf" }).press("Enter");
  expect(await readFile(await (await downloading).path())).toEqual(pdf);
  const unchanged = `${textSection.title}: the file plan.pdf matches what was reviewed.`;
  await stranger.page.locator("#verification").getByText(unchanged).waitFor();
  for (const width of [390, 1440]) {
    await stranger.page.setViewportSize({ width, height: 900 });
    await inspect(stranger, `24-certificate-evidence-${width}`);
  }

  await stranger.page.goto("/verify");
  await stranger.page.getByLabel("Or paste a link or the credential’s text").fill(world.origin + address);
  await stranger.page.keyboard.press("Tab");
  await stranger.page.getByRole("button", { name: "Verify", exact: true }).press("Enter");
  await stranger.page.getByRole("button", { name: "Open evidence" }).press("Enter");
  await stranger.page.getByText(`${textSection.title}: the answer matches what was reviewed.`).first().waitFor();
  for (const width of [390, 1440]) {
    await stranger.page.setViewportSize({ width, height: 900 });
    await inspect(stranger, `24-verify-evidence-${width}`);
  }
  expect(stranger.complaints).toEqual([]);

  await learner.page.reload();
  await learner.page.getByRole("button", { name: `Actions for ${title}` }).press("Enter");
  await learner.page.getByRole("menuitem", { name: "Publish evidence" }).click();
  await learner.page.getByText("The evidence was opened 2 times.").waitFor();
  await learner.page.getByRole("button", { name: "Stop sharing" }).press("Enter");
  await learner.page.getByText("Your evidence is no longer public.").waitFor();
  await stranger.page.reload();
  await stranger.page.getByLabel("Or paste a link or the credential’s text").fill(world.origin + address);
  await stranger.page.getByRole("button", { name: "Verify", exact: true }).press("Enter");
  await stranger.page.getByRole("button", { name: "Open evidence" }).press("Enter");
  await stranger.page.getByText("The learner isn’t sharing evidence right now.").waitFor();
}, 600_000);
