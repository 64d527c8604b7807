import type { Machine } from "../platform/machine.ts";

/** What is stored of a key's state; that its time is over, the clock says. */
export type KeyState = "active" | "ended";
/** What can happen to a key. */
export type KeyEvent = "make" | "end";

/** The states of a key: whoever ended one makes another. */
export const keyMachine: Machine<KeyState, KeyEvent> = {
  none: { make: "active" },
  active: { end: "ended" },
  ended: {},
};
