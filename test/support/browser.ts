import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import { root } from "../../bin/local/prepare.ts";
import { slowness } from "./slowness.ts";

/** Pictures of a run. */
const artefacts = join(root, "test/artefacts");

/** The portal's own scripts: neither the one before the first paint nor the one that asks for a page's data early. */
export const portalScripts = /\/assets\/(?!before-paint|route-pre)[^/]*\.js$/;

/**
 * Starts the Chromium that ships inside an npm package. It unpacks itself into the temporary folder and takes whatever
 * version lies there, so it gets a folder of its own; and its own arguments switch web security off, so they are not used.
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await unpacked();
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      "--font-render-hinting=none", // letters as wide as on phones and dense screens, not rounded to whole pixels
    ],
  });
}

/** Where the browser lies. It is unpacked beside its place and moved there whole: two files of tests may begin at once. */
async function unpacked(): Promise<string> {
  const folder = join(root, ".cache/chromium");
  mkdirSync(folder, { recursive: true });
  // Where the machine lacks the libraries Chromium needs, the package brings them for this name of a runtime.
  if (!existsSync("/usr/lib/x86_64-linux-gnu/libnss3.so") && !existsSync("/usr/lib/aarch64-linux-gnu/libnss3.so")) {
    process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  }
  const { default: package_ } = await withTemporary(folder, () => import("@sparticuz/chromium"));
  if (!existsSync(join(folder, "chromium"))) {
    const own = mkdtempSync(`${folder}-`);
    await withTemporary(own, () => package_.executablePath());
    try {
      renameSync(own, folder);
    } catch (error) {
      if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      rmSync(own, { recursive: true }); // another was first
    }
  }
  return withTemporary(folder, () => package_.executablePath());
}

async function withTemporary<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** A window of somebody's own: their cookies and storage are nobody else's. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page wrote as errors, and requests that went past the product. */
  readonly complaints: string[];
  /** Keeps a picture under a name such as `03-wizard-sections`. */
  picture(name: string): Promise<void>;
}

/** How long a window waits for what must come; a busy machine may be many times slower than this one. */
const timeoutMs = 120_000 * slowness;

/** Opens a window on the product. `size` is 1440 × 900 unless given. */
export async function visit(
  browser: Browser,
  origin: string,
  size: { width: number; height: number } = { width: 1440, height: 900 },
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, viewport: size, reducedMotion: "reduce" });
  context.setDefaultTimeout(timeoutMs);
  context.on("page", hearRequests);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.stack ?? error.message));
  page.on("request", (request) => {
    const { hostname } = new URL(request.url());
    const ours = ["localhost", "127.0.0.1", ""].includes(hostname);
    if (!ours) complaints.push(`a request left this machine: ${request.url()}`);
  });
  return {
    page,
    context,
    complaints,
    async picture(name) {
      mkdirSync(artefacts, { recursive: true });
      await page.screenshot({ path: join(artefacts, `${name}.png`), fullPage: true });
    },
  };
}

/** The requests of a page that are under way, by when they began, and when one began or ended last. */
interface Requests {
  readonly open: Map<Request, number>;
  lastAtMs: number;
}

const requests = new WeakMap<Page, Requests>();

function hearRequests(page: Page): void {
  const heard: Requests = { open: new Map(), lastAtMs: Date.now() };
  requests.set(page, heard);
  page.on("request", (request) => {
    heard.lastAtMs = Date.now();
    heard.open.set(request, heard.lastAtMs);
  });
  const end = (request: Request) => {
    heard.lastAtMs = Date.now();
    heard.open.delete(request);
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
}

const quietMs = 500;
/** So old a request is that nobody waits for: Chromium leaves out the end of one in some thousands. */
const forgottenMs = 10_000 * slowness;

/** Waits until a window's page has loaded and asks for nothing any more. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  const heard = requests.get(page);
  if (!heard) throw new Error("No window of `visit`.");
  const isQuiet = () =>
    Date.now() - heard.lastAtMs >= quietMs &&
    [...heard.open.values()].every((beganAtMs) => Date.now() - beganAtMs >= forgottenMs);
  while (!isQuiet()) await page.waitForTimeout(100);
}
