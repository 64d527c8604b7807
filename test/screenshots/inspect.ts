import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Sum of layout shifts a page may have while it loads: what is called good. */
const shiftMax = 0.1;

/** Counts layout shifts from the first moment of each document; runs in the page. */
export const countShifts = () => {
  const counted = { value: 0 };
  Object.assign(window, { laurelShifts: counted });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) counted.value += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
};

/** Waits until nothing is on its way any more: requests, skeletons, moving colours. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page
    .waitForFunction(
      () => {
        const ends = (one: Animation) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
        const moving = document.getAnimations().some((one) => one.playState === "running" && ends(one));
        return (
          !moving &&
          !document.querySelector(".skeleton, .static-bar, .analytics-waiting") &&
          document.querySelector("h1")
        );
      },
      undefined,
      { timeout: 10_000 },
    )
    .catch(() => undefined);
}

/** What is wrong with a page as it stands, each fault in a line. */
export async function faultsOf(page: Page): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll("body *")]
      .filter((each) => {
        const { right, width } = each.getBoundingClientRect();
        return width > 0 && right > clientWidth + 1 && getComputedStyle(each).position !== "fixed";
      })
      .map((each) => `${each.tagName.toLowerCase()}.${String(each.getAttribute("class") ?? "").slice(0, 60)}`);
    const { laurelShifts } = window as unknown as { laurelShifts?: { value: number } };
    return {
      over: scrollWidth - clientWidth,
      wide: wide.slice(-1),
      shift: laurelShifts?.value ?? 0,
      headings: document.querySelectorAll("h1").length,
      title: document.title,
    };
  });
  const faults: string[] = [];
  if (seen.over > 0) faults.push(`overflow: ${seen.over} px to the right, ${seen.wide.join()}`);
  if (seen.shift > shiftMax) faults.push(`layout shift: ${seen.shift.toFixed(3)}`);
  if (seen.headings !== 1) faults.push(`headings: ${seen.headings} of the first level`);
  if (!/\S – \S/.test(seen.title)) faults.push(`title: “${seen.title}”`);
  return faults;
}

/** What axe finds, each rule in a line with the first element it speaks of. */
export async function axeFaultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `axe ${id} (${nodes.length}): ${nodes[0]?.html.replaceAll(/\s+/g, " ").slice(0, 160)}`,
  );
}

/** The paths a page links to within the portal. */
export const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("a[href]")]
      .filter(({ href, origin }) => origin === location.origin && !href.includes("#") && !href.includes("/media/"))
      .map(({ pathname, search }) => pathname + search),
  );
