import type { Machine } from "../platform/machine.ts";
import type { AppealStatus } from "../submission/submission.ts";

/**
 * What happens to an appeal. `begin`: its fee is to be paid first; `lapse`: it was not, in time; `close`: its application
 * ended with its sale, or what waited for its fee was ended otherwise.
 */
export type AppealEvent = "begin" | "pay" | "lapse" | "file" | "withdraw" | "uphold" | "overturn" | "close";

/** The states of an appeal: one answer, and no second one. */
export const appealMachine: Machine<AppealStatus, AppealEvent> = {
  none: { begin: "unpaid", file: "filed" },
  unpaid: { pay: "filed", lapse: "none", close: "none" },
  filed: { withdraw: "withdrawn", uphold: "upheld", overturn: "overturned", close: "closed" },
  withdrawn: {},
  upheld: {},
  overturned: {},
  closed: {},
};
