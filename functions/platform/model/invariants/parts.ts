import { ordinal } from "../../../data/keys/key.ts";
import { isOf, kinds } from "../../../data/keys/kinds.ts";
import { belonging, type Dimension, dimensions, isObject, placesOf } from "./belonging.ts";
import { Gathered } from "./gathered.ts";
import type { Addend, Invariant, Outside, Verify, Whole } from "./invariant.ts";
import type { Item } from "./item.ts";
import type { Shelf } from "./shelf.ts";
import { type Elsewhere, tableOf } from "./table.ts";
import { Count, Sums, type Tallies, type Tell } from "./tally.ts";

/*
 * A table is checked in parts, so that it may have any size: shared/platform/README.md, "Invariants". All items are
 * spread into parts once, each part is asked what it wants to know of others, is answered, and is checked; numbers of the
 * whole table are added up at the end. A step done twice writes and finds the same.
 */

/**
 * Parts that are looked at in one step. What they ask and add up is kept together, in as many piles as there are steps: a
 * name for each pair of parts would be a thousand times as many.
 */
const PARTS_AT_ONCE = 16;

const pilesOf = (parts: number): number => Math.ceil(parts / PARTS_AT_ONCE);

const phases = ["spread", "ask", "answer", "check", "sum", "done"] as const;

/** How far a check has come: with it, and with what lies on the shelf, it goes on. */
export interface Progress {
  readonly phase: (typeof phases)[number];
  /** The next step of the phase. */
  readonly next: number;
  /** How many items were spread. */
  readonly items: number;
  readonly isMarked: boolean;
  readonly tallies: Tallies;
}

/** Where a check begins. */
export const beginning: Progress = { phase: "spread", next: 0, items: 0, isMarked: false, tallies: {} };

/** What is checked, and how. */
export interface Work {
  readonly invariants: readonly Invariant[];
  /** What is checked, behind as many: always in the same order. */
  readonly items: (behind: number) => AsyncIterable<Item> | Iterable<Item>;
  readonly shelf: Shelf;
  readonly parts: number;
  /** How many items are spread in one step. */
  readonly itemsAtOnce: number;
  readonly outside: Outside;
  readonly tell?: Tell;
}

/** Goes on with a check, step by step, and tells after each how far it has come. */
export async function* stepsOf(work: Work, from: Progress = beginning): AsyncGenerator<Progress> {
  let progress = from;
  if (progress.phase === "spread") {
    let spread = new Spread(work, progress);
    for await (const item of work.items(progress.items)) {
      spread.add(item);
      if (spread.count < work.itemsAtOnce) continue;
      progress = await spread.end();
      yield progress;
      spread = new Spread(work, progress);
    }
    progress = { ...(await spread.end()), phase: "ask", next: 0 };
    yield progress;
  }
  while (progress.phase !== "done" && progress.phase !== "spread") {
    const { phase, next } = progress;
    const tallies = await steps[phase](work, progress, next);
    const isLast = next + 1 === pilesOf(work.parts);
    const place = isLast ? { phase: phases[phases.indexOf(phase) + 1]!, next: 0 } : { next: next + 1 };
    progress = { ...progress, ...place, tallies };
    yield progress;
  }
}

/** Some items on their way into the parts. What is said of each by itself is checked here. */
class Spread {
  count = 0;
  private readonly parts: Gathered;
  private readonly asked: Gathered;
  private readonly sums = new Sums();
  private readonly counted: Count;
  private isMarked: boolean;
  private readonly work: Work;
  private readonly before: Progress;

  constructor(work: Work, before: Progress) {
    this.work = work;
    this.before = before;
    this.parts = new Gathered(work.parts);
    this.asked = new Gathered(pilesOf(work.parts));
    this.counted = new Count(before.tallies, work.tell);
    this.isMarked = before.isMarked;
  }

  add(item: Item): void {
    const { invariants, outside } = this.work;
    this.count += 1;
    let whole: string | undefined;
    const textOf = (row: object): string => {
      if (row !== item) return JSON.stringify(row);
      whole ??= JSON.stringify(item);
      return whole;
    };
    for (const place of placesOf(item)) {
      if (place.in === "asked") this.asked.add(place.group, textOf(place.row));
      else this.parts.add(place.group, `[${JSON.stringify([place.in, place.group])},${textOf(place.row)}]`);
    }
    if (isObject(item)) return;
    this.isMarked ||= isOf(kinds.providerMarker, item);
    for (const { id, each, adds } of invariants) {
      each?.(item, this.counted.of(id), outside);
      for (const addend of adds?.(item) ?? []) this.sums.add(id, addend);
    }
  }

  async end(): Promise<Progress> {
    const { work, before, isMarked } = this;
    const by = `spread-${ordinal(before.next)}`;
    await this.parts.put(work.shelf, "parts", by);
    await this.asked.put(work.shelf, "asked", by);
    await this.sums.put(work.shelf, pilesOf(work.parts), by);
    const items = before.items + this.count;
    return { ...before, next: before.next + 1, items, isMarked, tallies: this.counted.all };
  }
}

type Step = (work: Work, progress: Progress, step: number) => Promise<Tallies>;

/** The parts that are looked at in a step. */
const partsIn = (step: number, parts: number): number[] =>
  Array.from({ length: Math.min(PARTS_AT_ONCE, parts - step * PARTS_AT_ONCE) }, (_, at) => step * PARTS_AT_ONCE + at);

/** Puts something to what a map has by a name. */
function addTo<Value>(map: Map<string, Value[]>, name: string, value: Value): void {
  const all = map.get(name);
  if (all === undefined) map.set(name, [value]);
  else all.push(value);
}

/** Looks at what lies in a part, by each invariant. */
async function look(
  { invariants, shelf, outside }: Work,
  { isMarked }: Progress,
  part: number,
  {
    elsewhere,
    verify,
    add,
  }: {
    readonly elsewhere: Elsewhere;
    readonly verify: (id: string) => Verify;
    readonly add: (id: string, addend: Addend) => void;
  },
): Promise<void> {
  const groups = new Map(dimensions.map((dimension) => [dimension, new Map<string, Item[]>()]));
  for await (const lines of shelf.take(`parts/${ordinal(part)}/`))
    for (const line of lines) {
      const [[dimension, group], item] = JSON.parse(line) as [[Dimension, string], Item];
      addTo(groups.get(dimension)!, group, item);
    }
  const whole: Whole = { ...outside, isMarked };
  for (const [dimension, own] of groups) {
    const { owns } = belonging[dimension];
    const checks = invariants.flatMap(({ id, within }) => {
      const check = within?.[dimension];
      return check ? [{ check, verify: verify(id), add: (addend: Addend) => add(id, addend) }] : [];
    });
    for (const items of own.values()) {
      const table = tableOf(items, owns, elsewhere);
      for (const { check, verify, add } of checks) check(table, verify, whole, add);
    }
  }
}

const steps: Readonly<Record<"ask" | "answer" | "check" | "sum", Step>> = {
  /** What the invariants want to know of other parts: they are run for nothing else. */
  async ask(work, progress, step) {
    const questions = new Gathered(pilesOf(work.parts));
    for (const part of partsIn(step, work.parts)) {
      const asked = new Set<string>();
      const elsewhere = (name: string) => {
        asked.add(name);
        return [];
      };
      await look(work, progress, part, { elsewhere, verify: () => () => {}, add: () => {} });
      for (const name of asked) questions.add(name, JSON.stringify([name, part]));
    }
    await questions.put(work.shelf, "questions", ordinal(step));
    return progress.tallies;
  },

  async answer({ shelf, parts }, { tallies }, step) {
    const askers = new Map<string, number[]>();
    for await (const lines of shelf.take(`questions/${ordinal(step)}/`))
      for (const line of lines) {
        const [name, asker] = JSON.parse(line) as [string, number];
        addTo(askers, name, asker);
      }
    const answers = new Gathered(parts);
    const told = new Set<string>();
    for await (const lines of shelf.take(`asked/${ordinal(step)}/`))
      for (const line of lines) {
        const { name } = JSON.parse(line) as { name: string };
        for (const asker of askers.get(name) ?? []) answers.to(asker, line);
        told.add(name);
      }
    for (const [name, all] of askers)
      if (!told.has(name)) for (const asker of all) answers.to(asker, JSON.stringify({ name }));
    await answers.put(shelf, "answers", ordinal(step));
    return tallies;
  },

  async check(work, progress, step) {
    const counted = new Count(progress.tallies, work.tell);
    const sums = new Sums();
    for (const part of partsIn(step, work.parts)) {
      const answers = await answersFor(work, part);
      const elsewhere = (name: string) => {
        const found = answers.get(name);
        if (found === undefined) throw new Error(`An invariant asks for ${name} only after it was answered.`);
        return found;
      };
      const verify = (id: string) => counted.of(id);
      await look(work, progress, part, { elsewhere, verify, add: (id, addend) => sums.add(id, addend) });
    }
    await sums.put(work.shelf, pilesOf(work.parts), `check-${ordinal(step)}`);
    return counted.all;
  },

  async sum({ shelf, invariants, outside, tell }, { isMarked, tallies }, step) {
    const sums = new Sums();
    for await (const lines of shelf.take(`sums/${ordinal(step)}/`))
      for (const line of lines) {
        const { id, ...addend } = JSON.parse(line) as Addend & { id: string };
        sums.add(id, addend);
      }
    const counted = new Count(tallies, tell);
    const byId = new Map(invariants.map((each) => [each.id as string, each]));
    for (const { id, ...sum } of sums.all) byId.get(id)?.compare?.(sum, counted.of(id), { ...outside, isMarked });
    return counted.all;
  },
};

/** What a part asked for, by name; of what is nowhere, nothing. */
async function answersFor({ shelf }: Work, part: number): Promise<Map<string, Item[]>> {
  const answers = new Map<string, Item[]>();
  for await (const lines of shelf.take(`answers/${ordinal(part)}/`))
    for (const line of lines) {
      const { name, item } = JSON.parse(line) as { name: string; item?: Item };
      if (item) addTo(answers, name, item);
      else answers.set(name, []);
    }
  return answers;
}
