import type { Environment } from "vitest/runtime";
import { builtinEnvironments } from "vitest/runtime";

const happyDom = builtinEnvironments["happy-dom"];
let opened: Promise<unknown> | undefined;

/** What a browser's console says of requests: those that were refused or lost, and those that their page no longer waited for. */
const tellsOfRequest = (said: unknown) =>
  /^(\w+: (socket hang up|Network error)|[A-Z]+ http\S+ \d{3} \(.*)$/s.test(String(said));

/** Opens the window with a console of its own, which leaves out requests: tests see their answers on the page. */
async function open(global: typeof globalThis, options: Record<string, unknown>): Promise<void> {
  const { console: ours } = global;
  const error = (said: unknown, ...more: unknown[]) => void (tellsOfRequest(said) || ours.error(said, ...more));
  global.console = Object.assign(Object.create(ours), { error });
  await happyDom.setup(global, options);
  global.console = ours;
}

/** The browser's window of a worker: one for all its files, as the portal's modules are, which hold on to its timers. */
export default {
  ...happyDom,
  name: "window",
  async setup(global, options) {
    opened ??= open(global, options);
    await opened;
    return { teardown() {} };
  },
} satisfies Environment;
