import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { root } from "../../bin/local/prepare.ts";
import { seedPassword, seedPeople } from "../../bin/seed/people.ts";
import { openBrowser } from "../support/browser.ts";
import { startWorldProcess } from "../support/world-process.ts";
import { axeFaultsOf, countShifts, faultsOf, linksOf, settled } from "./inspect.ts";
import { type Walker, walkers } from "./pages.ts";

const widths = [1440, 1000, 390];
const modes = ["light", "dark"] as const;
const themes = ["1", "2", "3", "4", "5", "6", "7"];
const folder = join(root, ".cache/screenshots");

const usage = `npm run screenshots [-- --role admin] [--path /users] [--width 390] [--origin http://localhost:3000] [--quick]

Pictures of every page for every role at ${widths.join(", ")} px, light and dark, in .cache/screenshots, from a fresh
seeded world (or the one at --origin). Reports what is wrong with a page: axe's findings, errors in the console, failed
requests, what is wider than the window, what jumps, links that lead nowhere. --quick leaves axe and dark out.`;

const { values: asked } = parseArgs({
  options: {
    role: { type: "string", multiple: true },
    path: { type: "string", multiple: true },
    width: { type: "string", multiple: true },
    origin: { type: "string" },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

interface Fault {
  readonly where: string;
  readonly fault: string;
}
const faults: Fault[] = [];
let pictures = 0;
let pages = 0;

/** A window with what it complained of since the page was opened. */
interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: Set<string>;
}

async function openWindow(browser: Browser, origin: string): Promise<Window> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: "reduce", colorScheme: "light" });
  context.setDefaultTimeout(120_000); // the first page waits until the portal is built
  const page = await context.newPage();
  await page.addInitScript(countShifts);
  const complaints = new Set<string>();
  page.on("console", (message) => {
    if (message.type() === "error") complaints.add(`console: ${message.text().slice(0, 300)}`);
  });
  page.on("pageerror", (error) => complaints.add(`error: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.add(`request: ${response.status()} ${new URL(response.url()).pathname}`);
  });
  return { page, context, complaints };
}

async function signIn(page: Page, { email }: { readonly email: string }): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(seedPassword);
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname !== "/login");
  await settled(page);
}

const fileName = (path: string): string =>
  path
    .replace(/[a-z]{3}_\w+/g, "id")
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80) || "home";

/** A file's name for each path; pages that differ in their ids only are numbered. */
function namesOf(paths: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Map<string, number>();
  return new Map(
    paths.map((path) => {
      const name = fileName(path);
      const times = (taken.get(name) ?? 0) + 1;
      taken.set(name, times);
      return [path, times === 1 ? name : `${name}-${times}`];
    }),
  );
}

/** A refusal that the page itself is about is no fault: the API answered as it should. */
const meant = (role: string, path: string): RegExp | undefined => {
  if (path.includes("unknown") || path.includes("user_id=usr_1")) return /request: 40\d|status of 40\d/;
  if (role.includes("archived")) return /request: 403|status of 403/;
  return undefined;
};

async function walk(browser: Browser, origin: string, walker: Walker): Promise<void> {
  const { role, person } = walker;
  const chosen = walker.paths.filter((path) => asked.path?.includes(path.split("?")[0]!) ?? true);
  if (chosen.length === 0) return;
  await walker.before?.().catch((error: Error) => console.warn(`${role}: ${error.message}`));
  const window = await openWindow(browser, origin);
  const { page, context } = window;
  if (person) await signIn(page, seedPeople[person]);
  const links = new Map<string, string>();
  const named = namesOf(walker.paths);
  for (const path of chosen) {
    pages += 1;
    for (const width of asked.width?.map(Number) ?? widths) {
      await lookAt(window, { role, path, width, name: named.get(path)! });
      if (width === 1440 || asked.width) for (const link of await linksOf(page)) links.set(fileName(link), link);
    }
  }
  if (!asked.quick && !asked.path) await follow(window, role, links, new Set(chosen.map(fileName)));
  await context.close();
}

async function lookAt(
  { page, complaints }: Window,
  {
    role,
    path,
    width,
    name,
  }: { readonly role: string; readonly path: string; readonly width: number; readonly name: string },
): Promise<void> {
  const where = `${role} ${path} ${width}`;
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  complaints.clear();
  await page.goto(path).catch((error: Error) => complaints.add(`error: ${error.message.split("\n")[0]}`));
  await settled(page).catch((error: Error) => complaints.add(`error: ${error.message.split("\n")[0]}`));
  const found = await faultsOf(page);
  const directory = join(folder, role);
  mkdirSync(directory, { recursive: true });
  for (const mode of asked.quick ? modes.slice(0, 1) : modes) {
    await page.emulateMedia({ colorScheme: mode, reducedMotion: "reduce" });
    await settled(page);
    await page.screenshot({ path: join(directory, `${name}-${width}-${mode}.png`), fullPage: true });
    pictures += 1;
    if (!asked.quick) found.push(...(await axeFaultsOf(page)).map((fault) => `${fault} (${mode})`));
  }
  const allowed = meant(role, path);
  for (const fault of [...complaints, ...found])
    if (!allowed?.test(fault)) {
      faults.push({ where, fault });
      console.log(`${where}: ${fault}`);
    }
}

/** Opens every other page that is linked to; each must be there and be for whoever saw the link. */
async function follow({ page }: Window, role: string, links: ReadonlyMap<string, string>, known: ReadonlySet<string>) {
  for (const [name, link] of links) {
    if (known.has(name)) continue;
    await page.goto(link).catch(() => undefined);
    await settled(page);
    const title = await page.title();
    if (!/^(Page not found|Not for your role)/.test(title)) continue;
    faults.push({ where: role, fault: `dead link: ${link}` });
    console.log(`${role}: dead link ${link}`);
  }
}

/** A few pages in every theme. */
async function walkThemes(browser: Browser, origin: string): Promise<void> {
  const { page, context, complaints } = await openWindow(browser, origin);
  await signIn(page, seedPeople.Ada);
  const { user_id } = seedPeople.Ada;
  const window = { page, context, complaints };
  for (const theme of themes) {
    await page.evaluate(
      ([who, chosen]) => localStorage.setItem("preferences", JSON.stringify({ [who!]: { theme: chosen } })),
      [user_id, theme],
    );
    for (const path of ["/", "/credentials", "/organizationDetails"]) {
      pages += 1;
      await lookAt(window, { role: `themes/${theme}`, path, width: 1440, name: fileName(path) });
    }
  }
  await context.close();
}

async function main(): Promise<void> {
  if (asked.help) return console.log(usage);
  const world = asked.origin ? undefined : await startWorldProcess({ content: true });
  const origin = asked.origin ?? world!.address.origin;
  if (!asked.role && !asked.path) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser();
  const started = Date.now();
  try {
    for (const walker of await walkers(origin))
      if (asked.role?.includes(walker.role) ?? true) await walk(browser, origin, walker);
    if (!asked.quick && !asked.path && (asked.role?.includes("themes") ?? true)) await walkThemes(browser, origin);
  } finally {
    await browser.close();
    await world?.stop();
  }
  writeFileSync(join(folder, "faults.txt"), faults.map(({ where, fault }) => `${where}: ${fault}\n`).join(""));
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`\n${pages} pages, ${pictures} pictures in ${folder}, ${seconds} s; ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

await main();
