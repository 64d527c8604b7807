import { Problem } from "../../shared/http/problem.ts";
import { save } from "../../shared/tie/declaration-calls.ts";
import { declaredAnew, isDeclared, Ties } from "../../shared/tie/declared-ties.ts";
import { implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { begin, dueSoon } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { consumeRate } from "../data/rate.ts";
import { change, create, get, type Key, type Step } from "../data/table.ts";

/** A repeat whose answer was lost, one version behind with nothing new, is answered as done. */
export const handler = implement(save, async ({ employers, people, version }, { actor, commit }) => {
  const { user_id } = actor;
  const key = reviewerKeys.ties(user_id);
  const before = await get(Ties, key);
  const at = now();
  if (version !== (before?.version ?? 0)) {
    const isRepeat = version + 1 === before?.version && isDeclared(before, { employers, people });
    if (isRepeat) return { data: before };
    throw new Problem("state.changed");
  }
  const { ties, faults } = declaredAnew(before, { employers, people }, at);
  if (Object.keys(faults).length > 0) throw new Problem("input.invalid", { fields: faults });
  const otherwise = new Problem("state.changed");
  const set = { ...ties, updated_on: at };
  const after = { ...set, version: version + 1 };
  return commit(
    [
      before
        ? change(key, { set: { taken_back: undefined, ...set } }, { where: { version }, otherwise })
        : create(key, after, { otherwise }),
      consumeRate("tieChangesPerUser", user_id),
      audit("user.ties-declared", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
      dueSoon("person-ties", key),
      ...turnSteps(key, after, at),
    ],
    { data: after },
  );
});

/** The steps that have offers follow when something begins to count, or ends. */
function turnSteps(reference: Key, { employers, people, taken_back }: Ties, at: string): Step[] {
  const ending = [...(taken_back?.employers ?? []), ...(taken_back?.people ?? [])];
  const turns = [
    ...[...employers, ...people].map(({ counts_from = "" }) => counts_from),
    ...ending.map(({ ends_on }) => ends_on),
  ];
  return [...new Set(turns)]
    .filter((turn) => turn > at)
    .map((turn) => begin({ kind: "ties-turn", at: turn, reference }));
}
