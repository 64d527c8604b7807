import { Problem } from "../../../shared/http/problem.ts";
import { lookOf } from "../../../shared/http/text.ts";
import { declaredAnew, Ties, tiesMax } from "../../../shared/tie/declared-ties.ts";
import { audit } from "../../data/audit.ts";
import { begin, dueSoon } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import type { Key } from "../../data/keys/key.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { change, create, type Step } from "../../data/steps.ts";
import { get } from "../../data/table.ts";

/** The steps that keep what somebody declares at a moment in the place of what they had, and have offers follow it. */
export function declareSteps(
  user_id: string,
  before: Ties | undefined,
  { ties, at }: { readonly ties: Pick<Ties, "employers" | "people" | "taken_back">; readonly at: string },
): { readonly steps: Step[]; readonly after: Ties } {
  const key = reviewerKeys.ties(user_id);
  const version = before?.version ?? 0;
  const otherwise = new Problem("state.changed");
  const set = { ...ties, updated_on: at };
  const after = { ...set, version: version + 1 };
  const steps = [
    before
      ? change(key, { set: { taken_back: undefined, ...set } }, { where: { version }, otherwise })
      : create(key, after, { otherwise }),
    audit("user.ties-declared", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
    dueSoon("person-ties", key),
    ...turnSteps(key, after, at),
  ];
  return { steps, after };
}

/** The steps that declare where somebody works, beside what they declared; none where that stands already or no more fit. */
export async function employerSteps(user_id: string, name: string): Promise<Step[]> {
  const before = await get(Ties, reviewerKeys.ties(user_id));
  const { employers = [], people = [] } = before ?? {};
  const stands = employers.some((each) => each.ended_on === undefined && lookOf(each.name) === lookOf(name));
  if (stands || employers.length >= tiesMax.employers) return [];
  const at = now();
  const { ties, faults } = declaredAnew(before, { employers: [...employers, { name }], people }, at);
  return Object.keys(faults).length > 0 ? [] : declareSteps(user_id, before, { ties, at }).steps;
}

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
