import puppeteer, { type Browser, type Page } from "puppeteer-core"; // Playwright drives no Firefox but one of its own build
import { afterAll, beforeAll, expect, test, vi } from "vitest";
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

/**
 * The middle of what is shown of a selector, and where given with this name, once it is there, usable and at rest. No handle
 * of it is kept: a document that is left takes its handles along, which Firefox answers with an error.
 */
const middleOf = (page: Page, selector: string, name?: string): Promise<{ x: number; y: number }> =>
  vi.waitFor(
    async () => {
      const found = await page.evaluate(
        async (wanted, called) => {
          const part = [...document.querySelectorAll<HTMLElement>(wanted)].find(
            (each) => called === undefined || (each.getAttribute("aria-label") ?? each.innerText).trim() === called,
          );
          if (!part?.checkVisibility() || part.matches(":disabled")) return null;
          part.scrollIntoView({ block: "center" });
          const [before, after] = [
            part.getBoundingClientRect(),
            await new Promise<DOMRect>((resolve) => {
              setTimeout(() => resolve(part.getBoundingClientRect()), 100);
            }),
          ];
          const isAtRest = before.x === after.x && before.y === after.y && after.height > 0;
          return isAtRest ? { x: after.x + after.width / 2, y: after.y + after.height / 2 } : null;
        },
        selector,
        name,
      );
      const said = found ?? (await page.evaluate(() => document.body.innerText));
      expect(found, `${selector} ${name ?? ""} at ${page.url()}, which says: ${said}`).not.toBeNull();
      return found!;
    },
    { timeout: timeoutMs, interval: 200 },
  );

async function click(page: Page, selector: string, name?: string): Promise<void> {
  const { x, y } = await middleOf(page, selector, name);
  await page.mouse.click(x, y);
}

async function fill(page: Page, selector: string, text: string): Promise<void> {
  await click(page, selector);
  await page.keyboard.type(text);
}

async function signIn(page: Page, person: Person): Promise<void> {
  await person.token();
  await page.goto(world.origin + paths.login);
  await middleOf(page, "#sign-in.ready");
  await fill(page, "#email", person.email);
  await fill(page, "#password", person.password);
  await page.keyboard.press("Enter");
  await vi.waitFor(() => expect(new URL(page.url()).pathname).not.toBe(paths.login), { timeout: timeoutMs });
  await middleOf(page, "#main h1"); // the shell is in the document before its page is
}

test("in Firefox a learner submits work, its reviewer decides it by keys, and a stranger verifies the certificate", async () => {
  const school = await world.newOrganization("Second Engine School");
  const [lena, rita] = [school.as("Lena"), await acceptedReviewer(school, "Rita")];
  const credential_id = await publishedCredential(school, [rita], { sections: [tableSection] });
  await world.settle();

  const learner = await open();
  await signIn(learner.page, lena);
  await click(learner.page, "a", "Classroom reading");
  await click(learner.page, "button", "Apply");
  await fill(learner.page, ".editor-text", "We read aloud on Thursdays.");
  await click(learner.page, "button", "Review and submit");
  await click(learner.page, "button", "Submit Application");
  await click(learner.page, "button", "View submission");
  const submitted = await lena.call(contract.submission.read, { credential_id });
  const { application_id, status, sections } = submitted.body.data;
  expect([status, sections[0]?.work.response]).toEqual(["submitted", "<p>We read aloud on Thursdays.</p>"]);

  const credential_job_id = await jobOf(lena, application_id);
  expect(await rita.call(contract.review.accept, { credential_job_id })).toMatchObject({ status: 200 });
  const reviewer = await open();
  await signIn(reviewer.page, rita);
  await reviewer.page.goto(world.origin + paths.acceptedJob(credential_job_id));
  await middleOf(reviewer.page, ".editor-text");
  const { keyboard } = reviewer.page;
  for (const key of ["p", "p", "f"] as const) await keyboard.press(key);
  await keyboard.type("Well argued: gaff, pan, jar."); // letters that are keys elsewhere
  for (const key of ["Escape", "g", "A", "Escape", "a", "Enter"] as const) await keyboard.press(key);
  await click(reviewer.page, "button", "Approve and award");
  await reviewer.page.waitForFunction(() => document.body.innerText.includes("The learner earned the credential."));
  await world.settle();

  const stranger = await open();
  const { credentials } = (await lena.call(contract.certificate.listOwn, {})).body.data;
  await stranger.page.goto(`${world.origin}/verify`);
  await fill(stranger.page, "#text", new URL(credentials[0]!.address!, world.origin).href);
  await click(stranger.page, "button", "Verify");
  await middleOf(stranger.page, "h1, h2, h3", "This credential is genuine");
  expect([...learner.complaints, ...reviewer.complaints, ...stranger.complaints]).toEqual([]);
});
