import type { Page } from "playwright-core";

/** The least width and height of what a finger or an unsteady hand aims at (WCAG, "Target Size (Minimum)"). */
const leastPx = 24;

/**
 * What can be pressed on a page and is smaller than 24 px in either direction, with its size. A field counts together with
 * its label, a link within a sentence like any other.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const pressable =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=switch]";
    const found: string[] = [];
    const [x, y] = [scrollX, scrollY];
    for (const target of document.querySelectorAll<HTMLElement>(pressable)) {
      if (!target.checkVisibility({ visibilityProperty: true }) || target.closest("[inert], [aria-hidden=true]"))
        continue;
      const own = target.getBoundingClientRect();
      if (own.width <= 1 || own.height <= 1) continue; // for screen readers alone
      const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
      const boxes = [own, ...labels.map((label) => label.getBoundingClientRect())];
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
      if (width >= least - 0.5 && height >= least - 0.5) continue;
      target.scrollIntoView({ block: "center", inline: "center" });
      const { left, top, width: seenWidth, height: seenHeight } = target.getBoundingClientRect();
      const reach = least / 2 - 0.5;
      const isHit = [-reach, reach].every((off) =>
        [
          document.elementFromPoint(left + seenWidth / 2 + off, top + seenHeight / 2),
          document.elementFromPoint(left + seenWidth / 2, top + seenHeight / 2 + off),
        ].every((hit) => hit !== null && (target.contains(hit) || labels.some((label) => label.contains(hit)))),
      );
      if (isHit) continue; // what is around it belongs to it, as a card to its title
      const name = target.getAttribute("aria-label") ?? target.textContent?.trim().slice(0, 40);
      found.push(`${target.tagName.toLowerCase()} “${name}” ${Math.round(width)} × ${Math.round(height)}`);
    }
    scrollTo(x, y);
    return found;
  }, leastPx);
