import type { Browser, BrowserContext, Page } from "playwright-core";
import type { World } from "../../bin/local/world.ts";
import type { SeedName } from "../../bin/seed/people.ts";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser } from "../support/browser.ts";
import { personAt, seeded } from "../support/people.ts";
import { type Front, http2Front } from "./http2-front.ts";
import { builtPeers, peers } from "./paint-peers.ts";
import { kilobytes, line, title } from "./print.ts";

/** A phone on a slow network. */
const profile = {
  viewport: { width: 390, height: 844 },
  slowed: 4,
  latencyMs: 150,
  bytesPerSecond: { down: (1.6 * 1024 * 1024) / 8, up: (0.75 * 1024 * 1024) / 8 },
};
/** What moves after this was not part of loading. */
const restMs = 1500;

/** A page that is measured, as the person who has been here before; nobody for a stranger. */
interface Opened {
  readonly name: string;
  readonly path: string;
  readonly person?: SeedName;
  /** Largest paint: the most it may take, and how much of the one-chunk peer's, both on a machine of its own. */
  readonly goal?: { readonly largestMs: number; readonly ofPeer: number };
}

const learners = { largestMs: 2400, ofPeer: 0.45 };
const lists = { largestMs: 3200, ofPeer: 0.6 };

/** Prints when pages are painted on a slow phone, beside list pages as Cloudscape documents them. The world has the seed's content. */
export async function benchPaint(world: World, times: number): Promise<void> {
  const folders = await builtPeers();
  const product = await http2Front(world.origin);
  const fronts: Front[] = [product];
  const browser = await openBrowser();
  try {
    const sessions = new Map<string, State>();
    for (const name of ["Lena", "Ada", "Rita"] as const) sessions.set(name, await sessionOf(browser, product, name));
    const pages = await pagesOf(world);
    const opened: { of: Opened; origin: string; loads: Load[] }[] = [];
    for (const peer of peers) {
      const front = await http2Front(world.origin, { folder: folders[peer], document: `${peer}.html` });
      fronts.push(front);
      opened.push({ of: { name: peer, path: "/", person: "Ada" }, origin: front.origin, loads: [] });
    }
    for (const of of pages) opened.push({ of, origin: product.origin, loads: [] });
    for (let time = 0; time < times; time++) {
      for (const { of, origin, loads } of opened) {
        const state = of.person && sessions.get(of.person);
        loads.push(await load(browser, origin, of.path, state));
      }
    }
    title(
      `Paint on a phone: processor slowed ${profile.slowed}×, 1.6 Mbit/s, ${profile.latencyMs} ms, HTTP/2 (median of ${times})`,
    );
    const peerMs = median(opened[0]!.loads, ({ largestMs }) => largestMs);
    for (const { of, loads } of opened) print(of, loads, peerMs);

    title("Second visit and route change, same profile");
    await benchSecondVisit(browser, product.origin, sessions.get("Lena")!, times);
  } finally {
    await browser.close();
    for (const front of fronts) await front.stop();
  }
}

async function pagesOf(world: World): Promise<readonly Opened[]> {
  const { submissions } = (await personAt(world.origin, seeded("Lena")).call(contract.submission.listOwn)).body.data;
  const revised = submissions.find(({ status }) => status === "revisionNeeded")!;
  return [
    { name: "sign-in", path: paths.signIn },
    { name: "browse", path: paths.home, person: "Lena", goal: learners },
    {
      name: "a credential",
      path: paths.credentialDetails(revised.organization_id, revised.cred_id),
      person: "Lena",
      goal: learners,
    },
    { name: "my submissions", path: paths.mySubmissions, person: "Lena", goal: learners },
    { name: "submit work", path: paths.submitWork(revised.cred_id), person: "Lena", goal: learners },
    { name: "credentials", path: paths.credentials, person: "Ada", goal: lists },
    { name: "users", path: paths.users, person: "Ada", goal: lists },
    { name: "payments", path: paths.paymentHistory, person: "Ada", goal: lists },
    { name: "grading", path: paths.acceptedJob(revised.credential_job_id!), person: "Rita", goal: lists },
  ];
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in once and visits the first page, as somebody who comes back another day. */
async function sessionOf(browser: Browser, { origin }: Front, name: SeedName): Promise<State> {
  const context = await browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true, viewport: profile.viewport });
  context.setDefaultTimeout(120_000); // the first page waits until the portal is built
  const page = await context.newPage();
  const { email, password } = seeded(name);
  await page.goto(paths.signIn);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname !== paths.login && pathname !== paths.signIn);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  const state = await context.storageState();
  await context.close();
  return state;
}

/** What opening a page took. Times in milliseconds since its address was entered. */
interface Load {
  readonly firstMs: number;
  readonly largestMs: number;
  readonly shift: number;
  /** The longest task after the first paint. */
  readonly longestTaskMs: number;
  readonly requests: number;
  readonly bytes: number;
  /** Scripts, styles and calls that waited for one another before the first byte of the page's data, the document with them. */
  readonly inARow: number;
}

/** Opens a page in a browser that has nothing of it. */
async function load(browser: Browser, origin: string, path: string, state: State | undefined): Promise<Load> {
  const { context, page } = await slowPhone(browser, origin, state);
  try {
    await page.goto(path);
    await atRest(page);
    return await page.evaluate(measured);
  } finally {
    await context.close();
  }
}

/** A window on a phone as slow as the profile says. The session's storage counts for the origin it is opened on. */
async function slowPhone(browser: Browser, origin: string, state: State | undefined) {
  const origins = (state?.origins ?? []).map(({ localStorage }) => ({ origin, localStorage }));
  const context = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    viewport: profile.viewport,
    storageState: { cookies: state?.cookies ?? [], origins },
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { largestMs: 0, shift: 0, tasks: [] as { start: number; ms: number }[] };
    Object.assign(globalThis, { seen });
    const observe = (
      type: string,
      act: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
    ) => new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true });
    observe("largest-contentful-paint", ({ startTime }) => {
      seen.largestMs = startTime;
    });
    observe("layout-shift", ({ value = 0, hadRecentInput }) => {
      if (!hadRecentInput) seen.shift += value;
    });
    observe("longtask", ({ startTime, duration }) => void seen.tasks.push({ start: startTime, ms: duration }));
  });
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: profile.latencyMs,
    downloadThroughput: profile.bytesPerSecond.down,
    uploadThroughput: profile.bytesPerSecond.up,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: profile.slowed });
  return { context, page };
}

/** Waits until the page stands with its data, and nothing has been on its way for a moment. */
async function atRest(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector(".skeleton, .static-bar") === null);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(restMs);
}

/** In the page: reads what its observers have seen. */
function measured(): Load {
  const { largestMs, shift, tasks } = (
    globalThis as unknown as { seen: Load & { tasks: { start: number; ms: number }[] } }
  ).seen;
  const firstMs = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const [document_] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const data = all.find(({ name }) => new URL(name).pathname.startsWith("/api/"));
  const before = all.filter(
    ({ name, startTime }) => data && startTime < data.startTime && /\.(js|css|json)$/.test(new URL(name).pathname),
  );
  const depths = new Map<PerformanceResourceTiming, number>();
  for (const one of [...before, ...(data ? [data] : [])].sort((a, b) => a.startTime - b.startTime)) {
    const waitedFor = [...depths].filter(([earlier]) => earlier.responseEnd <= one.startTime);
    depths.set(one, 1 + Math.max(1, ...waitedFor.map(([, depth]) => depth)));
  }
  return {
    firstMs,
    largestMs,
    shift,
    longestTaskMs: Math.max(0, ...tasks.filter(({ start }) => start > firstMs).map(({ ms }) => ms)),
    requests: all.length + 1,
    bytes: all.reduce((sum, { transferSize }) => sum + transferSize, document_?.transferSize ?? 0),
    inARow: data ? depths.get(data)! : 0,
  };
}

const median = <One>(values: readonly One[], of: (one: One) => number): number =>
  values.map(of).sort((a, b) => a - b)[values.length >> 1]!;

function print({ name, goal }: Opened, loads: readonly Load[], peerMs: number): void {
  const of = (what: (load: Load) => number) => median(loads, what);
  const largestMs = of((load) => load.largestMs);
  const row = of((load) => load.inARow);
  line(`${name}: first paint`, `${of(({ firstMs }) => firstMs).toFixed(0)} ms`, goal && "goal ≤ 1300 ms");
  line(
    `${name}: largest paint`,
    `${largestMs.toFixed(0)} ms`,
    `${(largestMs / peerMs).toFixed(2)} of one-chunk${goal ? `, goal ≤ ${goal.largestMs} ms and ≤ ${goal.ofPeer}` : ""}`,
  );
  line(
    `${name}: loaded`,
    kilobytes(of(({ bytes }) => bytes)),
    `${of(({ requests }) => requests)} requests${row ? `, ${row} in a row up to the data` : ""}`,
  );
  line(
    `${name}: layout shift, longest task of all loads after first paint`,
    `${of(({ shift }) => shift).toFixed(3)}, ${Math.max(...loads.map((load) => load.longestTaskMs)).toFixed(0)} ms`,
    goal && "goal ≤ 0.010, ≤ 200 ms",
  );
}

/** What is asked for anew at each visit, as `no-cache` says; the document is too, and no resource. */
const askedAnew = /^\/(?:api\/|config\.json$)/;

/** Paths of what a page has fetched, rather than taken from the browser's cache. */
const fetchedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ transferSize }) => transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  );

/** Whether a link is touched at a try of that number, and not hovered over. */
const touches = (time: number) => time % 2 === 1;

/** What a second visit fetches again, and how soon a page stands whose data is there when its link is followed. */
async function benchSecondVisit(browser: Browser, origin: string, state: State, times: number): Promise<void> {
  const seen: { again: readonly string[]; changeMs: number }[] = [];
  for (let time = 0; time < times; time++) {
    const { context, page } = await slowPhone(browser, origin, state);
    try {
      await page.goto(paths.home);
      await atRest(page);
      const had = new Set(await fetchedBy(page));
      await page.reload();
      await atRest(page);
      const again = (await fetchedBy(page)).filter((path) => had.has(path) && !askedAnew.test(path));
      const link = page.locator('main a[href^="/credential/details/"]').first();
      await link.click();
      await atRest(page);
      await page.goBack();
      await atRest(page);
      await link.scrollIntoViewIfNeeded();
      const changeMs = await link.evaluate(async (element: HTMLAnchorElement, touched) => {
        const { href } = element;
        element.dispatchEvent(
          touched
            ? new TouchEvent("touchstart", { bubbles: true })
            : new PointerEvent("pointerover", { bubbles: true }),
        );
        await new Promise((rested) => setTimeout(rested, 300));
        const from = performance.now();
        element.click();
        return new Promise<number>((resolve) => {
          const look = () => {
            const stands =
              location.href === href && document.querySelector("h1") && !document.querySelector(".skeleton");
            if (stands) resolve(performance.now() - from);
            else requestAnimationFrame(look);
          };
          look();
        });
      }, touches(time));
      seen.push({ again, changeMs });
    } finally {
      await context.close();
    }
  }
  const again = new Set(seen.flatMap((load) => load.again));
  line("second visit: fetched again, but for calls and config.json", String(again.size), "goal 0");
  for (const path of again) line(`  ${path}`, "");
  for (const touched of [false, true]) {
    const tries = seen.filter((_, time) => touches(time) === touched);
    if (tries.length === 0) continue;
    line(
      `browse to a credential seen before, its link ${touched ? "touched" : "hovered over"}`,
      `${median(tries, ({ changeMs }) => changeMs).toFixed(0)} ms`,
      "goal ≤ 100 ms",
    );
  }
}
