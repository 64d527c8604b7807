import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, quiet, visit } from "../support/browser.ts";
import { ownWorld, type World } from "../support/own-world.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
let world: World & { stop(): Promise<void> };
beforeAll(async () => {
  [browser, world] = await Promise.all([openBrowser(), ownWorld({ content: true })]);
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** The most that a page may jump while it loads (cumulative layout shift). */
const SHIFT_MAX = 0.01;

test("on a slow phone nothing of a learner's home and of their work moves while it loads", async () => {
  const lena = world.as("Lena");
  const { submissions } = (await lena.call(contract.submission.listOwn, {})).body.data;
  const { cred_id } = submissions.find(({ status }) => status === "revisionNeeded")!;
  const phone = await visit(browser, world.origin, { width: 390, height: 844 });
  await signIn(phone.page, lena.email, lena.password);
  await phone.page.addInitScript(() => {
    const moved: { value: number; what: string[] }[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      }[])
        moved.push({
          value: entry.value,
          what: entry.sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${node?.nodeName}.${node?.className ?? ""} ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`,
          ),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });
  const session = await phone.context.newCDPSession(phone.page);
  await session.send("Network.enable");
  const kilobits = 1600;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (kilobits * 1000) / 8,
    uploadThroughput: (kilobits * 1000) / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (const path of [paths.home, paths.submitWork(cred_id)]) {
    await session.send("Network.clearBrowserCache");
    await phone.page.goto(path);
    await phone.page.getByRole("heading", { level: 1 }).first().waitFor();
    await phone.page.waitForFunction(() => document.querySelector(".skeleton, .static-bar") === null);
    await quiet(phone.page);
    const moved = await phone.page.evaluate(
      () => (globalThis as unknown as { moved: { value: number; what: string[] }[] }).moved,
    );
    const sum = moved.reduce((total, { value }) => total + value, 0);
    expect.soft(sum, `${path}: ${JSON.stringify(moved, null, 1)}`).toBeLessThanOrEqual(SHIFT_MAX);
  }
  await phone.context.close();
});
