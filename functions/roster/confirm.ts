import { Problem } from "../../shared/http/problem.ts";
import { confirm } from "../../shared/roster/calls.ts";
import { importDays } from "../../shared/roster/rules.ts";
import { implement } from "../chain/implement.ts";
import { daysAfter } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { consumeRate } from "../data/rate.ts";
import { transition } from "../data/transition.ts";
import { importEntity } from "./model/import-entity.ts";
import { importOf, readImport } from "./model/record.ts";

export const handler = implement(confirm, async ({ import_id, send_on }, { actor, organization_id, commit }) => {
  const before = await readImport(import_id, actor);
  const { user_id } = actor;
  const later = send_on === undefined ? undefined : new Date(send_on).toISOString();
  const isRepeat = before.status === "sending" && before.confirmed_by === user_id && before.send_on === later;
  if (isRepeat) return { data: importOf(before) };
  if (before.status !== "checked") throw new Problem("state.changed");
  if (before.counts.ready === 0) throw new Problem("roster.nobody");
  const current = now();
  const at = later ?? current;
  const fault = (message: string) => new Problem("input.invalid", { fields: { send_on: message } });
  if (at < current) throw fault("Choose a time that is still to come.");
  if (at > daysAfter(current, importDays.laterMax)) throw fault(`Choose a time within ${importDays.laterMax} days.`);
  const { steps, after } = transition(importEntity, "confirm", {
    before,
    set: { rows_done: 0, confirmed_by: user_id, next_on: at, ...(later !== undefined && { send_on: later }) },
    actor_id: user_id,
  });
  const { ready } = before.counts;
  return commit([...steps, consumeRate("importedPerOrganization", organization_id, { by: ready })], {
    data: importOf(after),
  });
});
