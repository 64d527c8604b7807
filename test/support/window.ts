import type { Environment } from "vitest/runtime";
import { builtinEnvironments } from "vitest/runtime";

const happyDom = builtinEnvironments["happy-dom"];
let opened: Promise<unknown> | undefined;

/** The browser's window of a worker: one for all its files, as the portal's modules are, which hold on to its timers. */
export default {
  ...happyDom,
  name: "window",
  async setup(global, options) {
    opened ??= Promise.resolve(happyDom.setup(global, options));
    await opened;
    return { teardown() {} };
  },
} satisfies Environment;
