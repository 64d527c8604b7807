import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { currentFlashes, dismissFlash, holdFlash, onFlash, releaseFlash } from "./flash.ts";
import { type Box, freePlace, overlaps } from "./free-place.ts";

const marks = { success: "✓", error: "!", info: "i", progress: "…" } as const;
const names = { success: "Done", error: "Error", info: "Note", progress: "In progress" } as const;

const controls =
  "a[href], button, input, select, textarea, summary, [contenteditable=true], [role=button], [role=radio]";
const lookAgainMs = 200;

/** What can be pressed or typed into, as it lies in the window now. */
const controlsSeen = (toasts: Element): Box[] =>
  [...document.querySelectorAll(controls)]
    .filter((control) => !toasts.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight);

/** Puts the messages where they lie over nothing that can be pressed, and moves them on when something comes there. */
function useFreePlace(shown: unknown) {
  const room = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message makes another size
  useLayoutEffect(() => {
    const element = room.current;
    if (!element || element.querySelector(".toast") === null) return;
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
  }, [shown]);
  return room;
}

/** The passing messages; one region that is always there reads them out. */
export function Toasts() {
  const flashes = useSyncExternalStore(onFlash, currentFlashes);
  const room = useFreePlace(flashes);
  return (
    <section ref={room} className="toasts" aria-label="Messages">
      <div className="toast-list" role="status" aria-atomic="false" aria-relevant="additions text">
        {flashes.map(({ id, kind, text }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: resting on a message only keeps it from passing
          <div
            key={id}
            className={`toast toast-${kind}`}
            onMouseEnter={() => holdFlash(id)}
            onMouseLeave={() => releaseFlash(id)}
            onFocus={() => holdFlash(id)}
            onBlur={() => releaseFlash(id)}
          >
            <span className="toast-mark" role="img" aria-label={names[kind]}>
              {marks[kind]}
            </span>
            <span className="toast-text">{text}</span>
            <span aria-live="off">
              <button
                type="button"
                className="toast-close"
                aria-label="Dismiss message"
                onClick={() => dismissFlash(id)}
              >
                ×
              </button>
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}
