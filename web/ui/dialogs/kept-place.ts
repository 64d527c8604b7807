import { useEffect } from "react";

/** How long the page may take to be read anew after a dialog. */
const watchedMs = 5_000;

/**
 * After a dialog the keyboard goes on at the page's beginning where the button that opened it goes away with what it was about,
 * as after a decision.
 */
export function useKeptPlace(): void {
  useEffect(() => watch, []);
}

function watch(): void {
  const watched = new AbortController();
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    document.getElementById("main")?.focus({ preventScroll: true });
    watched.abort();
  });
  watched.signal.addEventListener("abort", () => observer.disconnect());
  for (const taken of ["keydown", "pointerdown"]) {
    addEventListener(taken, () => watched.abort(), { capture: true, signal: watched.signal });
  }
  setTimeout(() => watched.abort(), watchedMs);
  observer.observe(document.body, { childList: true, subtree: true });
}
