import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { smallTargets } from "../support/targets.ts";
import type { Mode } from "./choice.ts";

/** Counts layout shifts from the first moment of each document, and keeps what moved most; runs in the page. */
export const countShifts = () => {
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly {
      readonly node?: Node;
      readonly previousRect: DOMRect;
      readonly currentRect: DOMRect;
    }[];
  }
  const counted = { value: 0, most: 0, what: "" };
  const widths = new Set([innerWidth]);
  Object.assign(window, { laurelShifts: counted, laurelWidths: widths });
  addEventListener("resize", () => widths.add(innerWidth));
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      counted.value += value;
      if (value <= counted.most) continue;
      counted.most = value;
      counted.what = sources
        .slice(0, 2)
        .map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = `${element?.tagName.toLowerCase()}.${String(element?.getAttribute("class") ?? "").slice(0, 40)}`;
          return `${name} ${Math.round(previousRect.y)}>${Math.round(currentRect.y)}`;
        })
        .join(", ");
    }
  }).observe({ type: "layout-shift", buffered: true });
};

/** Whether the page shows what it has to show: no placeholder left, nothing that still moves. Runs in the page. */
export const isAtRest = (): boolean => {
  const ends = (one: Animation) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  return (
    document.querySelector("h1") !== null &&
    !document.querySelector(".skeleton, .home-skeleton, .static-bar, .analytics-waiting") &&
    document.fonts.status === "loaded" &&
    !document.getAnimations().some((one) => one.playState === "running" && ends(one))
  );
};

/** What is measured of a page as it stands. */
export interface Measures {
  /** Pixels by which the page is wider than the window. */
  readonly overflowPx: number;
  /** Sum of the layout shifts since the document was opened. */
  readonly shift: number;
  /** What shifted most, from where to where. */
  readonly shifted: string;
  /** Anything else that is wrong. */
  readonly faults: readonly string[];
}

/** Narrower windows are phones, on which nothing scrolls sideways but what is a strip by its nature. */
const phoneEndPx = 768;
const mayScrollSideways = ".section-strip";

/** Measures a page as it stands; on paper the window is a sheet. */
export async function measure(page: Page, mode: Mode): Promise<Measures> {
  const seen = await page.evaluate(
    ({ mayScrollSideways, phoneEndPx }) => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const wide = [...document.querySelectorAll("body *")].filter((each) => {
        const { right, width } = each.getBoundingClientRect();
        return width > 0 && right > clientWidth + 1 && getComputedStyle(each).position !== "fixed";
      });
      const sideways = [...document.querySelectorAll("body *")].filter((each) => {
        const scrolls = /auto|scroll/.test(getComputedStyle(each).overflowX);
        return scrolls && each.scrollWidth > each.clientWidth && !each.matches(mayScrollSideways);
      });
      const { laurelShifts } = window as unknown as { laurelShifts?: { value: number; what: string } };
      const nameOf = (each: Element) => `${each.tagName.toLowerCase()}.${each.getAttribute("class")?.slice(0, 60)}`;
      return {
        over: Math.max(0, scrollWidth - clientWidth),
        wide: wide.slice(-1).map(nameOf),
        sideways: clientWidth < phoneEndPx ? sideways.map(nameOf) : [],
        shift: laurelShifts?.value ?? 0,
        shifted: laurelShifts?.what ?? "",
        headings: document.querySelectorAll("h1").length,
        title: document.title,
        widths: [...(window as unknown as { laurelWidths: Set<number> }).laurelWidths],
        broken: [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).length,
      };
    },
    { mayScrollSideways, phoneEndPx },
  );
  const faults: string[] = [];
  if (seen.over > 0) faults.push(`too wide: ${seen.wide.join()}`);
  if (seen.sideways.length > 0 && mode !== "print") faults.push(`scrolls sideways: ${seen.sideways.join(", ")}`);
  if (seen.headings > 1) faults.push(`${seen.headings} headings of the first level`);
  if (!/\S – \S/.test(seen.title)) faults.push(`title “${seen.title}”`);
  if (seen.widths.length > 1 && mode !== "print") faults.push(`the window was ${seen.widths.join(", then ")} px wide`);
  const small = mode === "print" ? [] : await smallTargets(page);
  if (small.length > 0) faults.push(`${small.length} targets under 24 px: ${small.slice(0, 3).join(", ")}`);
  if (seen.broken > 0) faults.push(`${seen.broken} broken pictures`);
  return { overflowPx: seen.over, shift: seen.shift, shifted: seen.shifted, faults };
}

/**
 * What axe finds, each rule in a line with the first element it speaks of. `contrast` looks at colours alone, `part` at
 * a dialog or menu that covers the rest.
 */
export async function axeFaultsOf(page: Page, what: "page" | "part" | "contrast"): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true); // otherwise every look opens one more tab
  const chosen =
    what === "contrast"
      ? axe.withRules(["color-contrast"])
      : axe.withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", ...(what === "page" ? ["best-practice"] : [])]);
  const { violations } = await chosen.analyze();
  return violations.map(
    ({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html.replaceAll(/\s+/g, " ").slice(0, 160)}`,
  );
}

/** The paths a page links to within the portal. */
export const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("a[href]")]
      .filter(({ href, origin }) => origin === location.origin && !href.includes("#") && !href.includes("/media/"))
      .map(({ pathname, search }) => pathname + search),
  );
