import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { currentFlashes, dismissFlash, holdFlash, onFlash, releaseFlash } from "./flash.ts";
import { keepFree, toastMarks, toastNames } from "./toast-place.ts";

/** The passing messages; one region that is always there reads them out. */
export function Toasts() {
  const flashes = useSyncExternalStore(onFlash, currentFlashes);
  const room = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message makes another size
  useLayoutEffect(() => (room.current ? keepFree(room.current) : undefined), [flashes]);
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
            <span className="toast-mark" role="img" aria-label={toastNames[kind]}>
              {toastMarks[kind]}
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
