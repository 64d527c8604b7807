import { isDeepStrictEqual } from "node:util";
import { Problem } from "../../shared/http/problem.ts";
import { saveTies } from "../../shared/user/tie-calls.ts";
import { Ties } from "../../shared/user/ties.ts";
import { audit } from "../data/audit.ts";
import { dueSoon } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { keys } from "../data/keys.ts";
import { change, create, get } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";

/** A repeat whose answer was lost, one version behind with nothing new, is answered as done. */
export const handler = implement(saveTies, async ({ employers, people, version }, { actor, commit }) => {
  const { user_id } = actor;
  const key = keys.ties(user_id);
  const before = await get(Ties, key);
  const set = { employers, people };
  if (version !== (before?.version ?? 0)) {
    const isRepeat = version + 1 === before?.version && isDeepStrictEqual({ ...before, ...set }, before);
    if (isRepeat) return { data: before };
    throw new Problem("state.changed");
  }
  const otherwise = new Problem("state.changed");
  const after = { ...set, updated_on: now(), version: version + 1 };
  return commit(
    [
      before
        ? change(key, { set: { ...set, updated_on: after.updated_on } }, { where: { version }, otherwise })
        : create(key, after, { otherwise }),
      audit("user.ties-declared", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
      dueSoon("person-ties", key),
    ],
    { data: after },
  );
});
