import type { Machine } from "../platform/machine.ts";
import type { ImportStatus } from "./import.ts";

/** What can happen to an import. `check`, `finish` and `endUndo` are the worker's, when it has come to the last row. */
export type ImportEvent = "ask" | "check" | "confirm" | "finish" | "undo" | "endUndo" | "forget";

/** An import's states. One that is forgotten is gone with its rows. */
export const importMachine: Machine<ImportStatus, ImportEvent> = {
  none: { ask: "checking" },
  checking: { check: "checked" },
  checked: { confirm: "sending", forget: "none" },
  sending: { finish: "sent", undo: "undoing" },
  sent: { undo: "undoing", forget: "none" },
  undoing: { endUndo: "undone" },
  undone: { forget: "none" },
};
