import { useSyncExternalStore } from "react";
import { currentFlashes, dismissFlash, holdFlash, onFlash, releaseFlash } from "./flash.ts";

const marks = { success: "✓", error: "!", info: "i", progress: "…" } as const;
const names = { success: "Done", error: "Error", info: "Note", progress: "In progress" } as const;

/** The passing messages, at the top right under the bar, read out by screen readers. */
export function Toasts() {
  const flashes = useSyncExternalStore(onFlash, currentFlashes);
  return (
    <section className="toasts" aria-label="Messages">
      {flashes.map(({ id, kind, text }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: resting on a message only keeps it from passing
        <div
          key={id}
          className={`toast toast-${kind}`}
          role={kind === "error" ? "alert" : "status"}
          onMouseEnter={() => holdFlash(id)}
          onMouseLeave={() => releaseFlash(id)}
          onFocus={() => holdFlash(id)}
          onBlur={() => releaseFlash(id)}
        >
          <span className="toast-mark" role="img" aria-label={names[kind]}>
            {marks[kind]}
          </span>
          <span className="toast-text">{text}</span>
          <button type="button" className="toast-close" aria-label="Dismiss message" onClick={() => dismissFlash(id)}>
            ×
          </button>
        </div>
      ))}
    </section>
  );
}
