import { Problem } from "../../shared/http/problem.ts";
import type { ProblemCode } from "../../shared/http/problems.ts";
import type { Key } from "./keys/key.ts";
import { counterOf, isCounted, platformKeys } from "./keys/platform.ts";
import { add, change, put, remove, type Step } from "./steps.ts";

/**
 * The steps that move a thing from the views it was listed in to those it belongs in now, with the totals.
 * `sort` places it within a view and must not change while it is listed (an entity's may: `transition` and `amend` move its
 * row); ids (ulids) read newest first. `attributes` is kept
 * in the row, for lists that choose among many before they read a few.
 */
export function relist(
  reference: Key,
  sort: string,
  before: readonly string[],
  after: readonly string[],
  attributes: Readonly<Record<string, unknown>> = {},
): Step[] {
  const left = before.filter((view) => !after.includes(view));
  const entered = after.filter((view) => !before.includes(view));
  return [
    ...left.map((view) => remove({ pk: view, sk: sort })),
    ...entered.map((view) =>
      put({ pk: view, sk: sort }, { ...attributes, ref_pk: reference.pk, ref_sk: reference.sk }),
    ),
    ...left.filter(isCounted).map((view) => countIn(view, -1)),
    ...entered.filter(isCounted).map((view) => countIn(view, 1)),
  ];
}

/** The step that adds to the number of things in a view. */
export function countIn(view: string, by: number): Step {
  const { key, name } = counterOf(view);
  return add(key, { [name]: by });
}

/** The step that lists a thing in a view whose things nobody counts. */
export const enlist = (reference: Key, view: string, sort: string): Step =>
  put({ pk: view, sk: sort }, { ref_pk: reference.pk, ref_sk: reference.sk });

/** The step that demands that a person's view, which is counted in one item, is empty at this moment, or has no more than `most`. */
export const requireEmpty = (view: string, otherwise: Problem, most = 0): Step =>
  change(
    platformKeys.total(view),
    { add: { count: 0 } },
    { orCreate: true, where: { count: { below: most + 1 } }, otherwise },
  );

/** How many things a view lists at most, and the refusal of one more. */
export interface Limit {
  readonly view: string;
  readonly max: number;
  readonly refusal: ProblemCode;
}

/** The steps with the count of a view guarded: what enters it is refused where it has as many as it may. */
export function atMost(steps: readonly Step[], { view, max, refusal }: Limit): Step[] {
  const total = platformKeys.total(view);
  const where = { count: { below: max } };
  const guarded = change(total, { add: { count: 1 } }, { orCreate: true, where, otherwise: new Problem(refusal) });
  const enters = (step: Step) => step.kind === "add" && step.key.pk === total.pk && step.amounts.count === 1;
  return steps.map((step) => (enters(step) ? guarded : step));
}
