/** Does work once the page is painted and the browser has time. */
export const later: (work: () => void) => void = (work) =>
  "requestIdleCallback" in globalThis ? void requestIdleCallback(work) : void setTimeout(work, 200);
