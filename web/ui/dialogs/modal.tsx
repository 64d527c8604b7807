import CloudscapeModal, { type ModalProps } from "@cloudscape-design/components/modal";
import { useEffect } from "react";
import { CloudscapeTexts } from "../look/cloudscape.tsx";

/** A dialog over the page. */
export function Modal(dialog: Omit<ModalProps, "visible">) {
  useEffect(() => keepPlace, []);
  return (
    <CloudscapeTexts>
      <CloudscapeModal visible closeAriaLabel="Close" {...dialog} />
    </CloudscapeTexts>
  );
}

/** How long the page may take to be read anew after a dialog. */
const watchedMs = 5_000;

/** The keyboard goes on at the page's beginning where the button that opened the dialog goes away with what it was about. */
function keepPlace(): void {
  const watched = new AbortController();
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || document.querySelector("[role=dialog]")) return;
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
