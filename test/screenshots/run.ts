import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../bin/local/prepare.ts";
import { openBrowser } from "../support/browser.ts";
import { controlsAt } from "../support/controls.ts";
import { startWorldProcess } from "../support/world/world-process.ts";
import {
  type Choice,
  chosenModes,
  chosenShots,
  chosenWidths,
  inThemes,
  isChosen,
  type Mode,
  modes,
  refusalOf,
} from "./choice.ts";
import { axeFaultsOf, linksOf, measure } from "./inspect.ts";
import { mailsOfPage } from "./newcomers.ts";
import { outline, type Shot, signInOf, themed, type Visitor, visitors } from "./pages.ts";
import { faultsOf, type Picture, report } from "./report.ts";
import { type Tab, type Windows, windowsOf } from "./tab.ts";

const themes = ["1", "2", "3", "4", "5", "6", "7"];
const heightMax = 8000;
/** What is opened on a page may have to be loaded: its requests begin a moment later. */
const openingMs = 500;
/** What a sheet of Letter has room for between its margins. */
const paper = { width: 720, height: 960 };
const folder = join(root, ".cache/screenshots");

const usage = `npm run screenshots [-- options]

Pictures of every page for every role at 1440, 1000 and 390 px, light and dark, and of some in every theme, in the system's
forced colours, with more contrast and as they print, from a fresh seeded world, in .cache/screenshots: leaf through
index.html there. summary.tsv says of every picture what axe finds, how far it is wider than the window, how much jumped
while it loaded, errors in the console and failed requests. Links that lead nowhere are told too.

One page:  npm run screenshots -- --as learner --page /mySubmissions --width 390 --mode light

  --as learner      only this walk, or several (themes: the pictures in every theme)
  --page /users     only this path, or several; one that no page has means those below it
  --width 390       only this width, or several
  --mode dark       only this mode, or several: ${modes.join(", ")}
  --list            the walks and their pages, and no picture
  --origin http://localhost:3000   the world that runs there, instead of a fresh one
  --tabs 2          so many pages at a time
  --window          what a window shows, instead of the page's whole height
  --quick           without axe and without following links`;

function optionsOf() {
  try {
    return parseArgs({
      options: {
        as: { type: "string", multiple: true },
        page: { type: "string", multiple: true },
        width: { type: "string", multiple: true },
        mode: { type: "string", multiple: true },
        list: { type: "boolean", default: false },
        origin: { type: "string" },
        tabs: { type: "string", default: "2" },
        window: { type: "boolean", default: false },
        quick: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${usage}`);
  }
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

const asked = optionsOf();
const choice: Choice = asked;

const pictures: Picture[] = [];
const deadLinks: string[] = [];

/** Does something with each of many, a few at a time, each of them in a tab of its own. */
async function inTabs<One>(
  open: () => Promise<Tab>,
  many: readonly One[],
  work: (tab: Tab, one: One) => Promise<void>,
): Promise<void> {
  const waiting = [...many];
  const workers = Array.from({ length: Math.min(Number(asked.tabs), waiting.length) }, async () => {
    const tab = await open();
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(tab, one);
    await tab.page.close();
  });
  await Promise.all(workers);
}

/** A refusal that the page itself is about is no fault: the API answered as it should. */
const meant = (role: string, { path, refused }: Shot): RegExp | undefined => {
  if (refused) return refused;
  if (path.includes("unknown") || path.includes("user_id=usr_1")) return /\b40\d\b/;
  if (role.includes("archived")) return /\b403\b/;
  return undefined;
};

/** What the browser is told for a mode. */
const mediaOf = (mode: Mode) =>
  ({
    colorScheme: mode === "dark" ? "dark" : "light",
    forcedColors: mode === "forced-colors" ? "active" : "none",
    contrast: mode === "more-contrast" ? "more" : "no-preference",
    media: mode === "print" ? "print" : "screen",
    reducedMotion: "reduce",
  }) as const;

/** Takes a picture of the page as it stands in each of the modes. */
async function take(
  tab: Tab,
  { role, shot, width, file }: { role: string; shot: Shot; width: number; file: string },
): Promise<void> {
  const { page, consoleErrors, failedRequests } = tab;
  const looks = chosenModes(choice, shot).filter((mode) => mode !== "print" || width === chosenWidths(choice)[0]);
  for (const mode of looks) {
    await page.emulateMedia(mediaOf(mode));
    if (mode === "print") await page.setViewportSize(paper);
    await tab.settle();
    const path = join(folder, `${file}-${mode}.png`);
    mkdirSync(dirname(path), { recursive: true });
    const allowed = meant(role, shot);
    const heard = (complaints: Set<string>) => [...complaints].filter((each) => !allowed?.test(each));
    const picture = {
      file: `${file}-${mode}.png`,
      role,
      width,
      mode,
      page: shot.name ? `${shot.path}, ${shot.name}` : shot.path,
      axe: asked.quick ? [] : await axeFaultsOf(page, mode !== looks[0] ? "contrast" : shot.act ? "part" : "page"),
      ...(await measure(page, mode)),
      consoleErrors: heard(consoleErrors),
      failedRequests: heard(failedRequests),
    };
    pictures.push(picture);
    if (!shot.act && !asked.window) await heighten(tab);
    await page.screenshot({ path });
    for (const fault of faultsOf(picture)) console.log(`${picture.file}: ${fault}`);
  }
}

/** Makes the window as high as its page. A picture of more than the window would make this browser narrow it meanwhile. */
async function heighten({ page, settle }: Tab): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const { width, height: seen } = page.viewportSize()!;
  if (height <= seen) return;
  await page.setViewportSize({ width, height: Math.min(height, heightMax) });
  await settle();
}

/** Opens a page and does there what is to be seen. */
async function reach(tab: Tab, shot: Shot, width: number): Promise<void> {
  const { page, consoleErrors, failedRequests } = tab;
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  await page.emulateMedia(mediaOf(chosenModes(choice, shot)[0]!));
  consoleErrors.clear();
  failedRequests.clear();
  try {
    await page.goto(shot.path);
    await tab.settle();
    page.setDefaultTimeout(10_000);
    if (!shot.act) return;
    await shot.act(page);
    await page.waitForTimeout(openingMs);
  } catch (error) {
    consoleErrors.add(`not reached: ${(error as Error).message.split("\n")[0]}`);
  }
}

async function walk(windows: Windows, { role, person, newcomer, before, shots: all }: Visitor): Promise<void> {
  const named = namesOf(all);
  const shots = chosenShots(all, choice);
  if (shots.length === 0) return;
  await before?.().catch((error: Error) => console.warn(`${role}: ${error.message}`));
  const links = new Map<string, string>();
  const who = newcomer ? await newcomer() : signInOf(person);
  const open = () => windows.tabOf(who);
  await inTabs(open, shots, async (tab, shot) => {
    for (const width of chosenWidths(choice).filter((each) => shot.widths?.includes(each) ?? true)) {
      await reach(tab, shot, width);
      await take(tab, { role, shot, width, file: `${role}/${named.get(shot)}-${width}` });
    }
    for (const link of await linksOf(tab.page)) links.set(fileName(link), link);
  });
  if (asked.quick || asked.page) return;
  const known = new Set(shots.map(({ path }) => fileName(path)));
  const others = [...links].filter(([name]) => !known.has(name)).map(([, link]) => link);
  await inTabs(open, others, async (tab, link) => {
    await tab.page.goto(link).catch(() => undefined);
    await tab.settle();
    if (!/^(Page not found|Not for your role)/.test(await tab.page.title())) return;
    deadLinks.push(`${role}: ${link}`);
    console.log(`${role}: dead link ${link}`);
  });
}

/** Some pages in every theme: loaded once, then dressed in one after the other. */
async function visitThemes(windows: Windows, { role, person, before, shots }: Visitor): Promise<void> {
  const named = namesOf(shots);
  await before?.().catch((error: Error) => console.warn(`${role}: ${error.message}`));
  const width = 1440;
  const tab = await windows.tabOf(signInOf(person)); // one: what somebody has chosen holds for all their tabs
  for (const shot of chosenShots(shots, choice)) {
    await reach(tab, shot, width);
    for (const theme of themes) {
      await tab.page.evaluate(dress, theme);
      await take(tab, { role: "themes", shot, width, file: `themes/${theme}/${role}-${named.get(shot)}` });
    }
    await tab.page.evaluate(() => localStorage.removeItem("preferences"));
  }
  await tab.page.close();
}

/** Puts on a theme as the switcher does; runs in the page. */
const dress = (theme: string) => {
  const { user_id = "visitor" } = JSON.parse(localStorage.getItem("user") ?? "{}");
  localStorage.setItem("preferences", JSON.stringify({ [user_id]: { theme } }));
  const sheet = document.getElementById("theme") as HTMLLinkElement;
  return new Promise<void>((resolve) => {
    sheet.addEventListener("load", () => resolve(), { once: true });
    const { themes } = document.querySelector<HTMLElement>("[data-themes]")!.dataset;
    sheet.href = themes!.replace("*", theme);
  });
};

const fileName = (path: string): string =>
  path
    .replaceAll(/[a-z]{3}_\w+/g, "id")
    .replaceAll(/[^\w.-]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 80) || "home";

/** A file's name for each shot; pages that differ in their ids only are numbered. */
function namesOf(shots: readonly Shot[]): ReadonlyMap<Shot, string> {
  const taken = new Map<string, number>();
  return new Map(
    shots.map((shot) => {
      const name = fileName(shot.path) + (shot.name ? `--${fileName(shot.name)}` : "");
      const times = (taken.get(name) ?? 0) + 1;
      taken.set(name, times);
      return [shot, times === 1 ? name : `${name}-${times}`];
    }),
  );
}

async function main(): Promise<void> {
  if (asked.help) return console.log(usage);
  const pages = outline();
  if (asked.list) return console.log(listOf(pages));
  const refusal = refusalOf(choice, pages);
  if (refusal !== undefined) refuse(refusal);
  const whole = !asked.as && !asked.page && !asked.width && !asked.mode;
  if (whole) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const started = Date.now();
  const world = asked.origin ? undefined : await startWorldProcess({ content: true });
  const origin = asked.origin ?? world!.address.origin;
  const browser = await openBrowser();
  try {
    const windows = windowsOf(browser, origin);
    const mailsTo = world ? controlsAt(world.address.controlUrl).mailsTo : mailsOfPage(origin);
    const everybody = await visitors(origin, mailsTo);
    for (const visitor of everybody) if (isChosen(visitor.role, choice)) await walk(windows, visitor);
    if (isChosen(inThemes, choice)) for (const visitor of themed(everybody)) await visitThemes(windows, visitor);
  } finally {
    await browser.close();
    await world?.stop();
    report(folder, pictures);
  }
  const faulty = pictures.filter((picture) => faultsOf(picture).length > 0).length;
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`\n${pictures.length} pictures in ${seconds} s, ${faulty} with faults; ${deadLinks.length} dead links.`);
  if (pictures.length <= 12) for (const { file } of pictures) console.log(join(folder, file));
  console.log(`Leaf through ${join(folder, "index.html")}; the measures are in summary.tsv.`);
  process.exitCode = faulty + deadLinks.length > 0 || pictures.length === 0 ? 1 : 0;
}

const listOf = (pages: readonly Visitor[]) =>
  pages.map(({ role, shots }) => [role, ...new Set(shots.map(({ path }) => `  ${path}`))].join("\n")).join("\n\n");

await main();
