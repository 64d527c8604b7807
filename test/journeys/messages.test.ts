import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, quiet, visit } from "../support/browser.ts";
import { world } from "../support/world.ts";
import { choose, signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The buttons, links and fields that a passing message lies over now; undefined while there is no message. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const messages = [...document.querySelectorAll(".toast")].map((message) => message.getBoundingClientRect());
    if (messages.length === 0) return undefined;
    return [...document.querySelectorAll("a[href], button, input, select, textarea, [contenteditable=true]")]
      .filter((control) => control.checkVisibility() && !control.closest(".toasts"))
      .filter((control) => {
        const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
        const isUnder = (message: DOMRect) =>
          left < message.right && right > message.left && top < message.bottom && bottom > message.top;
        return width > 1 && height > 1 && messages.some(isUnder);
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });

test.each([1440, 390])(
  "passing messages lie over nothing that can be pressed, and one region reads them: %d px",
  async (width) => {
    const school = await world.newOrganization("Messages School");
    await Promise.all((["Ivan", "Lena", "Leo", "Rita", "Ray"] as const).map((name) => school.as(name).token()));
    const ada = school.as("Ada");
    await ada.token();
    const { page, context, complaints } = await visit(browser, world.origin, {
      width,
      height: width === 390 ? 844 : 900,
    });
    await signIn(page, ada.email, ada.password);

    /** What is said, heard in the region that was there before, and seen beside the page's controls. */
    const hear = async (words: string, act: () => Promise<void>) => {
      const region = await page.locator(".toasts [role=status]").elementHandle();
      await act();
      await page.locator(".toast", { hasText: words }).waitFor();
      expect(await region?.textContent()).toContain(words);
      await quiet(page);
      await page.waitForTimeout(500); // what the page behind has just asked for is drawn
      expect(await covered(page)).toEqual([]);
    };
    await page.goto(paths.users);
    await page.getByRole("heading", { name: /^Users/, level: 1 }).waitFor();
    await page.getByRole("button", { name: "Invite people" }).click();
    await page.getByRole("textbox", { name: "Email 1" }).fill(`noor@${ada.email.split("@")[1]}`);
    await choose(page, "Role 1", "Learner");
    await hear("Invitation sent successfully.", () => page.getByRole("button", { name: "Send invitations" }).click());
    await page.goto(paths.editProfile);
    await page.getByRole("textbox", { name: "First name" }).fill("Adela");
    await hear("Your Changes Saved Successfully.", () => page.getByRole("button", { name: /^Save/ }).click());
    expect(complaints).toEqual([]);
    await context.close();
  },
);
