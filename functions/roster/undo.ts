import { undo } from "../../shared/roster/calls.ts";
import { implement } from "../chain/implement.ts";
import { transition } from "../data/transition.ts";
import { importEntity, inAMinute } from "./model/import-entity.ts";
import { importOf, readImport } from "./model/record.ts";

export const handler = implement(undo, async ({ import_id }, { actor, commit }) => {
  const before = await readImport(import_id, actor);
  const { status, rows_done } = before;
  if (status === "undoing" || status === "undone") return { data: importOf(before) };
  const { steps, after } = transition(importEntity, "undo", {
    before,
    set: { rows_done: 0, rows_sent: rows_done, undone_by: actor.user_id, next_on: inAMinute() },
    actor_id: actor.user_id,
  });
  return commit(steps, { data: importOf(after) });
});
