/** The longest that work waits for a page that is never idle. */
const timeoutMs = 2_000;

/** Does work once the page is painted and the browser has time, but within seconds. */
export const later: (work: () => void) => void = (work) =>
  "requestIdleCallback" in globalThis
    ? void requestIdleCallback(work, { timeout: timeoutMs })
    : void setTimeout(work, 200);
