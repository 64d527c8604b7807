import { globSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, CDPSession } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../bin/local/prepare.ts";
import * as paths from "../../shared/platform/paths.ts";
import { signIn, write } from "../journeys/steps.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { filmOf, recordingFolder } from "../support/fixtures/recording.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun } from "../support/fixtures/work.ts";
import { world } from "../support/world.ts";

const megabyte = 1024 * 1024;
const filmMegabytes = 300;
/** The line breaks when so much has been sent. */
const breaksAt = [0.2, 0.45, 0.7];

let browser: Browser;
const folder = recordingFolder();
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** What processes hold of the machine's memory, in MB. */
const heldBy = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? 0) / 1024, 0);

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return ""; // it has ended
  }
}

/** The processes of this checkout's world, with those that they have started. */
function worldProcesses(): number[] {
  const all = globSync("/proc/[0-9]*").map((path) => Number(path.slice("/proc/".length)));
  const parents = new Map(all.map((pid) => [pid, Number(/PPid:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? 0)]));
  const isWorld = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(join(root, "test/support/world/serve-world.ts"));
    } catch {
      return false;
    }
  };
  const worlds = new Set(all.filter(isWorld));
  const belongs = (pid: number): boolean => worlds.has(pid) || (pid > 1 && belongs(parents.get(pid) ?? 0));
  return all.filter(belongs);
}

async function browserProcesses(): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.map(({ id }) => id);
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "JSHeapUsedSize")!.value / megabyte;
}

test("a recording of 300 MB arrives over a line that breaks three times, and neither browser nor world holds it", async () => {
  const school = await world.newOrganization("Deep Film School");
  const lena = school.as("Lena");
  const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")], {
    sections: [textSection],
  });
  await begun(lena, credential_id);
  const [first, film] = [24, filmMegabytes].map((megabytes) => {
    const path = join(folder, megabytes === filmMegabytes ? "lesson.mp4" : "first.mp4");
    writeFileSync(path, filmOf("isom"));
    truncateSync(path, megabytes * megabyte);
    return path;
  });

  const { page, context } = await visit(browser, world.origin);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  await signIn(page, lena.email, lena.password);
  await page.goto(paths.submitWork(credential_id));
  await write(page, "Response", "We read the clock by the sun.");
  const measure = async () => ({
    heap: await heapOf(session),
    browser: heldBy(await browserProcesses()),
    world: heldBy(worldProcesses()),
  });
  const chooser = page.locator('input[type="file"]').last();
  const ready = page.getByText("The recording is ready to be submitted.");
  await chooser.setInputFiles(first!); // what takes part is loaded by then
  await expect.poll(() => ready.count(), { timeout: 300_000, interval: 200 }).toBe(1);
  const before = await measure();
  const most = { ...before };
  const look = async () => {
    const now = await measure();
    for (const part of ["heap", "browser", "world"] as const) most[part] = Math.max(most[part], now[part]);
  };
  await chooser.setInputFiles(film!);
  const sent = page.getByRole("progressbar", { name: "Uploading lesson.mp4" });
  for (const share of breaksAt) {
    await expect
      .poll(
        async () => {
          await look();
          return (await sent.count()) === 0 ? 0 : sent.evaluate((bar: HTMLProgressElement) => bar.position);
        },
        { timeout: 600_000, interval: 50 },
      )
      .toBeGreaterThanOrEqual(share);
    await context.setOffline(true);
    await page.getByText(/^The connection was lost at \d+%/).waitFor();
    await look();
    await context.setOffline(false);
  }
  await expect
    .poll(
      async () => {
        await look();
        return ready.count();
      },
      { timeout: 900_000, interval: 200 },
    )
    .toBe(2);
  const after = await measure();
  console.log(`MB before, at most, after: ${JSON.stringify([before, most, after])}`);
  expect(most.heap - before.heap).toBeLessThan(30);
  expect(most.browser - before.browser).toBeLessThan(filmMegabytes / 2);
  // the world is the storage, too, and collects its garbage when it likes: at no moment it holds the film, and nothing stays
  expect(most.world - before.world).toBeLessThan(0.75 * filmMegabytes);
  expect(after.world - before.world).toBeLessThan(filmMegabytes / 3);
  await context.close();
});
