import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partBytes } from "../../shared/file/rules.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { filmOfBytes, recordingFolder } from "../support/fixtures/recording.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun } from "../support/fixtures/work.ts";
import { world } from "../support/world.ts";
import { inspect, signIn, write } from "./steps.ts";

let browser: Browser;
const folder = recordingFolder();
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const partCount = 7;

test("a recording arrives over a line that breaks three times, after a pause and another day, and what arrived is not sent again", async () => {
  const school = await world.newOrganization("Film School");
  const lena = school.as("Lena");
  const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")], {
    sections: [textSection],
  });
  await begun(lena, credential_id);
  const film = join(folder, `lesson-${randomUUID()}.mp4`);
  writeFileSync(film, filmOfBytes((partCount - 1) * partBytes + 1000));
  const name = film.split("/").at(-1)!;

  const visitor = await visit(browser, world.origin);
  const { page, context } = visitor;
  let breaks = 0;
  let isHeld = false;
  const arrived: string[] = [];
  await context.route(/partNumber=/, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    if (isHeld) return; // a line that is there and takes nothing
    const number = new URL(route.request().url()).searchParams.get("partNumber")!;
    if (breaks < 3 && arrived.length > breaks) {
      breaks++;
      return route.abort("internetdisconnected");
    }
    if (breaks === 3 && arrived.length >= 4) {
      isHeld = true;
      return;
    }
    const answer = await route.fetch();
    arrived.push(number);
    await route.fulfill({ response: answer });
  });
  await signIn(page, lena.email, lena.password);
  await page.goto(paths.submitWork(credential_id));
  await write(page, "Response", "We read the clock by the sun.");
  const chooser = page.locator('input[type="file"]').first();
  await chooser.setInputFiles(film);
  await expect.poll(() => [breaks, isHeld], { timeout: 120_000 }).toEqual([3, true]);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText(/^Paused at \d+%\.$/).waitFor();
  await inspect(visitor, "recording-paused");
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByText(/saved/i).first().waitFor();
  const before = [...arrived];

  await page.reload();
  await page.getByText(/is uploaded\. Choose the same file again to continue\.$/).waitFor();
  await page.getByText("We read the clock by the sun.").waitFor();
  await inspect(visitor, "recording-after-reload");
  isHeld = false;
  breaks = 4;
  await page.locator('input[type="file"]').first().setInputFiles(film);
  await page.getByText("The recording is ready to be submitted.").waitFor();
  expect(new Set(arrived).size).toBe(partCount);
  expect(arrived.slice(before.length).filter((number) => before.includes(number))).toEqual([]);
  await page.getByRole("button", { name, exact: true }).waitFor();
  await page.getByRole("button", { name: "Submit Application" }).click();
  await page.getByText("Submission Sent!").waitFor();
  await context.close();
});
