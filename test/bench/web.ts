import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { World } from "../../bin/local/world.ts";
import { seedPassword, seedPeople } from "../../bin/seed/people.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { budgets, type FirstLoad, firstLoad, weigh } from "./first-load.ts";
import { kilobytes, line, title } from "./print.ts";

/** Prints the first load of each page with a budget, as the manifest has it, and of some also as a browser asked for it. */
export async function benchFirstLoads(world: World, portal: string): Promise<void> {
  title("First load, brotli (document, scripts, styles)");
  for (const path of Object.keys(budgets) as (keyof typeof budgets)[]) {
    const { bytes, files } = firstLoad(portal, path);
    line(`${path} (${files.length} files)`, kilobytes(bytes), `${bytes} bytes, goal ≤ ${budgets[path].kilobytes} KB`);
  }
  const browser = await openBrowser();
  try {
    const visitor = await visit(browser, world.origin);
    await show(visitor.page, "/login");
    await show((await visit(browser, world.origin)).page, "/Certificate");
    await visitor.page.getByLabel("Email").fill(seedPeople.Ada.email);
    await visitor.page.getByLabel("Password", { exact: true }).fill(seedPassword);
    await visitor.page.getByRole("button", { name: "Sign in" }).click();
    await visitor.page.waitForURL((url) => url.pathname !== "/login");
    const storageState = await visitor.context.storageState();
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ baseURL: world.origin, storageState, viewport });
    await show(await context.newPage(), "/credentials");
  } finally {
    await browser.close();
  }
  async function show(page: Page, path: keyof typeof budgets): Promise<void> {
    const { bytes, files } = await openedLoad(page, portal, path);
    line(`${path}, as a browser asked for it (${files.length} files)`, kilobytes(bytes));
  }
}

/** Opens a path in an empty browser cache and weighs what it asks the portal for. */
async function openedLoad(page: Page, portal: string, path: keyof typeof budgets): Promise<FirstLoad> {
  const asked = new Set<string>([budgets[path].document]);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (["script", "stylesheet"].includes(request.resourceType())) asked.add(pathname.slice(1));
  });
  await page.goto(path === "/Certificate" ? `${path}?org_id=o&cred_id=c&user_id=u` : path, {
    waitUntil: "networkidle",
  });
  await page.getByRole("heading", { level: 1 }).first().waitFor({ timeout: 120_000 });
  await page.waitForLoadState("networkidle");
  return weigh(
    portal,
    [...asked].filter((file) => existsSync(join(portal, file))),
  );
}
