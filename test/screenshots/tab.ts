import type { Browser, BrowserContext, Page } from "playwright-core";
import { countShifts, isAtRest } from "./inspect.ts";
import type { SignIn } from "./newcomers.ts";

const restMs = 15_000;
const pollMs = 50;
const quietPolls = 3;

/** A tab with what it complained of since it was last asked. */
export interface Tab {
  readonly page: Page;
  readonly consoleErrors: Set<string>;
  readonly failedRequests: Set<string>;
  /** Waits until nothing is on its way any more: requests, placeholders, moving colours. */
  settle(): Promise<void>;
}

/** The windows of a walk: one for each person, with their own cookies and storage, and tabs in it. */
export interface Windows {
  tabOf(person: SignIn | undefined): Promise<Tab>;
}

/** Opens windows in a browser as they are asked for; everybody signs in once. */
export function windowsOf(browser: Browser, origin: string): Windows {
  const known = new Map<string | undefined, Promise<BrowserContext>>();
  return {
    async tabOf(person) {
      const context = known.get(person?.email) ?? openWindow(browser, origin, person);
      known.set(person?.email, context);
      return openTab(await context);
    },
  };
}

async function openWindow(browser: Browser, origin: string, person: SignIn | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: "reduce", colorScheme: "light" });
  context.setDefaultTimeout(120_000); // the first page waits until the portal is built
  if (person === undefined) return context;
  const tab = await openTab(context);
  const { page } = tab;
  await page.goto("/login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname !== "/login");
  await tab.settle();
  await page.close();
  return context;
}

async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  await page.addInitScript(countShifts);
  const consoleErrors = new Set<string>();
  const failedRequests = new Set<string>();
  let underWay = 0;
  page.on("console", (message) => {
    if (message.type() === "error") consoleErrors.add(message.text().slice(0, 300));
  });
  page.on("pageerror", (error) => consoleErrors.add(error.message));
  page.on("request", () => {
    underWay += 1;
  });
  page.on("requestfinished", () => {
    underWay -= 1;
  });
  page.on("requestfailed", (request) => {
    underWay -= 1;
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") failedRequests.add(`${reason} ${new URL(request.url()).pathname}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) failedRequests.add(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  return {
    page,
    consoleErrors,
    failedRequests,
    async settle() {
      const until = Date.now() + restMs;
      for (let quiet = 0; quiet < quietPolls && Date.now() < until; ) {
        const still = underWay <= 0 && (await page.evaluate(isAtRest).catch(() => false)); // false while it moves on
        quiet = still ? quiet + 1 : 0;
        await page.waitForTimeout(pollMs);
      }
    },
  };
}
