import { type Box, freePlace, overlaps } from "./free-place.ts";

/** The sign of a passing message's kind. */
export const toastMarks = { success: "✓", error: "!", info: "i", progress: "…" } as const;
/** What is read out for the sign. */
export const toastNames = { success: "Done", error: "Error", info: "Note", progress: "In progress" } as const;

const controls =
  "a[href], button, input, select, textarea, summary, [contenteditable=true], [role=button], [role=radio]";
const lookAgainMs = 200;

/** What can be pressed or typed into, as it lies in the window now. */
const controlsSeen = (toasts: Element): Box[] =>
  [...document.querySelectorAll(controls)]
    .filter((control) => !toasts.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight);

/**
 * Puts the messages in an element where they lie over nothing that can be pressed, and moves them on when something comes
 * there. Answers how to end that.
 */
export function keepFree(element: HTMLElement): (() => void) | undefined {
  if (element.querySelector(".toast") === null) return undefined;
  const place = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const taken = controlsSeen(element);
    if (element.style.transform && !taken.some((other) => overlaps({ left, top, width, height }, other))) return;
    const topPx = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
    const { clientWidth: widthPx } = document.documentElement;
    const free = freePlace({ width, height }, { widthPx, heightPx: window.innerHeight, topPx }, taken);
    element.style.transform = `translate(${free.left}px, ${free.top}px)`;
  };
  place();
  const timer = setInterval(place, lookAgainMs);
  return () => clearInterval(timer);
}
