import type { Page } from "playwright-core";
import * as paths from "../../shared/platform/paths.ts";
import type { Person } from "../support/people.ts";

const farthest = 200;

type Role = Parameters<Page["getByRole"]>[0];

/** Presses Tab until the part of this role and name has the focus, as somebody does who has no pointer. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === "string" }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < farthest; presses += 1) {
    if (await wanted.evaluate((part) => part === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach the ${role} ${name} on ${page.url()}.`);
}

/** Goes to a button or link by Tab and presses Enter. */
export async function enter(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

/** Follows a link or button to another page, and waits until that has the keyboard: not lost, and not in what was left. */
export async function follow(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  const left = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press("Enter");
  await page.waitForFunction((left) => {
    const { activeElement } = document;
    return activeElement !== left && activeElement?.closest("#main") != null;
  }, left);
}

/** Goes to a field by Tab and types, in place of what stands there. */
export async function typeInto(page: Page, name: string | RegExp, text: string, role: Role = "textbox"): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Opens a list of choices or a menu by Tab and Enter, and takes one of its entries with the arrows. */
export async function pick(page: Page, name: string | RegExp, entry: string | RegExp): Promise<void> {
  await enter(page, "button", name);
  await page
    .getByRole("option", { name: entry })
    .or(page.getByRole("menuitem", { name: entry }))
    .first()
    .waitFor();
  for (let presses = 0; presses < farthest; presses += 1) {
    const words = await page.evaluate(() => {
      const { activeElement } = document;
      const pointed = activeElement?.getAttribute("aria-activedescendant");
      const isList = activeElement?.getAttribute("role") === "listbox"; // which points at nothing yet
      const chosen = (pointed && document.getElementById(pointed)) || (isList ? null : activeElement);
      return chosen?.textContent?.trim() ?? "";
    });
    if (typeof entry === "string" ? words.startsWith(entry) : entry.test(words)) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`The arrows do not reach ${entry} of ${name} on ${page.url()}.`);
}

/** Signs in by keyboard alone. */
export async function signInByKeyboard(page: Page, person: Person): Promise<void> {
  await person.token();
  const { email, password } = person;
  await page.goto(paths.login);
  await tabTo(page, "textbox", "Email");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.locator(".side-menu").waitFor();
}
