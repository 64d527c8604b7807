import { fillPanel } from "./verify-panel.ts";

/** Starts on a certificate's page, once it is painted and the browser has time. */
const panel = document.getElementById("verification");
const later = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
if (panel) later(() => void fillPanel(panel).catch(() => {}));
