import type { Machine } from "../platform/machine.ts";
import type { LookBackStatus } from "./look-back.ts";

/** What happens to the look-back on a reviewer; one that was closed is opened anew, over other jobs. */
export type LookBackEvent = "open" | "close";

/** The states of a look-back: one at a time for a reviewer in an organization. */
export const lookBackMachine: Machine<LookBackStatus, LookBackEvent> = {
  none: { open: "open" },
  open: { close: "closed" },
  closed: { open: "open" },
};
