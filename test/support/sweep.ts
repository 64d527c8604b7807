import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { codesOf } from "../../bin/openapi/refusals.ts";
import type { Key } from "../../functions/data/keys/key.ts";
import { type ProblemCode, statusOf } from "../../shared/http/problems.ts";
import { type Machine, nextState } from "../../shared/platform/machine.ts";
import type { Person } from "./people.ts";
import type { Copy, Racer } from "./race.ts";

/** A copy of the table with a thing in a state. */
export interface Place {
  readonly name: string;
  readonly copy: Copy;
  readonly ids: Readonly<Record<string, string>>;
}

type Item = Readonly<Record<string, unknown>>;

/** Something people ask for; `by` are those for whom it moves anything where it may, by the place. */
export interface Act {
  readonly handler: Racer["handler"];
  readonly input: (place: Place) => object;
  readonly by: readonly string[] | ((place: string) => readonly string[]);
  /** What those who may never do it are told, where that is neither that they may not nor that there is nothing. */
  readonly forbiddenAs?: ProblemCode;
}

/** What leads to an event that no act is, and the test that shows it. */
type Elsewhere = `${"the clock" | "a provider" | "the system" | "a person"}: test/${string}`;

/** A thing that acts move, and which of its events each act may be. */
export interface Thing<Event extends string> {
  readonly machine: Machine<string, Event>;
  readonly records: Readonly<Record<Event, string | { readonly recordedBy: readonly string[] }>>;
  /** Finds the thing of a place among all items; what several of them say of it may be answered as one. */
  readonly find: (items: readonly Item[], ids: Place["ids"]) => Item | undefined;
  readonly events: Readonly<Record<Event, readonly string[] | Elsewhere>>;
  /** Acts that move another thing and write to this one in its state. */
  readonly amended?: readonly string[];
  /** Events (`state event`) that no place of the sweep is in, with the test that shows each. */
  readonly elsewhere?: Readonly<Record<string, `test/${string}`>>;
  /** Acts that end what it belongs to: it is gone then, without an event of its own. */
  readonly endedBy?: readonly string[];
}

/** Finds the item of a key that is made of a place's ids. */
export const keyed =
  (keyOf: (ids: Place["ids"]) => Key): Thing<string>["find"] =>
  (items, ids) => {
    const { pk, sk } = keyOf(ids);
    return items.find((item) => item.pk === pk && item.sk === sk);
  };

/** Attempts at an act by people in places. */
export const attemptsOf = (inPlaces: readonly string[], act: string, names: readonly string[]): string[] =>
  inPlaces.flatMap((place) => names.map((name) => `${place}: ${act} by ${name}`));

/** Every place, act and person of some things. */
export interface Sweep {
  readonly name: string;
  readonly acts: Readonly<Record<string, Act>>;
  readonly things: readonly Thing<string>[];
  /** Attempts that are answered as done and move none of the things. */
  readonly answered: readonly string[];
  /** What somebody is told who may do an act, but not in this place, by code: `act in places`. */
  readonly refusals: Readonly<Partial<Record<ProblemCode, readonly string[]>>>;
  /** Attempts that are refused and have moved something all the same: what the answer says was found out by asking. */
  readonly movedThough?: readonly string[];
}

/** Where a sweep happens, once it begins. */
export interface SweepInput {
  readonly people: Readonly<Record<string, Pick<Person, "user_id">>>;
  readonly places: readonly Place[];
}

interface Swept {
  /** Who moved something, by attempt without the person. */
  readonly moved: Map<string, { readonly names: string[]; readonly place: string; readonly act: string }>;
  readonly reached: readonly Set<string>[];
  readonly unforeseen: string[];
  readonly idle: string[];
  readonly movedThough: string[];
  readonly refused: readonly Refused[];
}

interface Refused {
  readonly place: string;
  readonly act: string;
  readonly name: string;
  readonly status: number;
  readonly code: string;
}

/** Told to those who may never do it; the last one to those whose account is closed. */
const closed: readonly string[] = ["access.denied", "resource.not-found", "access.no-token"] satisfies ProblemCode[];

/** The tests of a sweep. */
export function testSweep(sweep: Sweep, input: () => SweepInput): void {
  describe(`every state, event and person of ${sweep.name}`, () => {
    let result: Swept;
    beforeAll(async () => {
      const quiet = vi.spyOn(process.stdout, "write").mockReturnValue(true); // a log line for each attempt
      result = await swept(sweep, input()).finally(() => quiet.mockRestore());
    });

    test("nothing is moved but as the machine says, with its audit row", () => {
      expect(result.unforeseen).toEqual([]);
    });

    test("whatever is moved is moved by all who may, and by nobody else", () => {
      const wrong = [...result.moved].flatMap(([attempt, { names, place, act }]) => {
        const wanted = moversOf(sweep, act, place);
        return JSON.stringify(wanted.toSorted()) === JSON.stringify(names.toSorted())
          ? []
          : [`${attempt}: ${names}, not ${wanted}`];
      });
      expect(wrong).toEqual([]);
    });

    test("every event of the machine is reached, or shown elsewhere", () => {
      const missing = sweep.things.flatMap(({ machine, events, elsewhere = {} }) => {
        const same = result.reached.filter((_, index) => sweep.things[index]!.machine === machine);
        return Object.entries(machine).flatMap(([state, possible]) =>
          Object.keys(possible)
            .filter(
              (event) => Array.isArray(events[event]) && !same.some((reached) => reached.has(`${state} ${event}`)),
            )
            .map((event) => `${state} ${event}`)
            .filter((event) => elsewhere[event] === undefined),
        );
      });
      expect(missing).toEqual([]);
    });

    test("what is answered as done without moving anything is a repeat", () => {
      expect(result.idle.toSorted()).toEqual(sweep.answered.toSorted());
      expect(result.movedThough.toSorted()).toEqual((sweep.movedThough ?? []).toSorted());
    });

    test("whoever may never do it is told so, or that there is nothing here", () => {
      const wrong = result.refused
        .filter(({ act, name }) => !everMay(sweep, act, name, input()))
        .filter(({ act, code }) => !closed.includes(code) && code !== sweep.acts[act]!.forbiddenAs)
        .map(({ place, act, name, code }) => `${place}: ${act} by ${name} says ${code}`);
      expect(wrong).toEqual([]);
    });

    test("whoever may do it elsewhere is told what is in the way, by a code that its call names", () => {
      const undeclared = result.refused.filter(({ act, code }) => {
        const codes: readonly string[] = codesOf(sweep.acts[act]!.handler.call);
        return !codes.includes(code);
      });
      expect(undeclared).toEqual([]);
      const told = result.refused.filter(({ act, name }) => everMay(sweep, act, name, input()));
      expect(told.filter(({ code, status }) => statusOf(code as ProblemCode) !== status)).toEqual([]);
      const byCode = [...Map.groupBy(told, ({ code }) => code)].map(([code, refused]) => [
        code,
        [...Map.groupBy(refused, ({ act }) => act)]
          .map(([act, inPlaces]) => `${act} in ${[...new Set(inPlaces.map(({ place }) => place))].join(", ")}`)
          .toSorted(),
      ]);
      const expected = Object.entries(sweep.refusals).map(([code, refused]) => [code, refused.toSorted()]);
      expect(Object.fromEntries(byCode)).toEqual(Object.fromEntries(expected));
    });
  });
}

function moversOf({ acts }: Sweep, act: string, place: string): readonly string[] {
  const { by } = acts[act]!;
  return typeof by === "function" ? by(place) : by;
}

const everMay = (sweep: Sweep, act: string, name: string, { places }: SweepInput): boolean =>
  places.some((place) => moversOf(sweep, act, place.name).includes(name));

/** Tries every act in every place as everybody. */
async function swept({ acts, things }: Sweep, { people, places }: SweepInput): Promise<Swept> {
  const result = {
    moved: new Map<string, { names: string[]; place: string; act: string }>(),
    reached: things.map(() => new Set<string>()),
    unforeseen: [] as string[],
    idle: [] as string[],
    movedThough: [] as string[],
    refused: [] as Refused[],
  };
  for (const place of places) {
    const itemsIn = async (copy: Copy) => {
      const all = await copy.written();
      return { all, ofThings: things.map(({ find }) => find(all, place.ids)) };
    };
    const before = await itemsIn(place.copy);
    for (const [act, { handler, input }] of Object.entries(acts)) {
      let copy = await place.copy.fresh();
      for (const [name, person] of Object.entries(people)) {
        const { status, body } = await copy.ask({ handler, person, input: input(place) });
        const after = await itemsIn(copy);
        const changed = things.flatMap((_, index) =>
          isDeepStrictEqual(after.ofThings[index], before.ofThings[index]) ? [] : [index],
        );
        const attempt = `${place.name}: ${act}`;
        if (changed.length > 0) {
          const { names } = result.moved.get(attempt) ?? { names: [] };
          result.moved.set(attempt, { names: [...names, name], place: place.name, act });
        } else if (status === 200) result.idle.push(`${attempt} by ${name}`);
        if (status !== 200) {
          result.refused.push({ place: place.name, act, name, status, code: body.error?.code ?? "" });
          if (!isDeepStrictEqual(keptOf(after.all), keptOf(before.all)))
            result.movedThough.push(`${attempt} by ${name}`);
        }
        for (const index of changed) {
          const thing = things[index]!;
          const [from, to] = [stateOf(before.ofThings[index]), stateOf(after.ofThings[index])];
          if (from === to && thing.amended?.includes(act)) continue;
          if (to === "none" && thing.endedBy?.includes(act)) continue;
          const steps = stepsOf(thing, act, [from, to]);
          const last = steps.at(-1);
          if (last === undefined) result.unforeseen.push(`${attempt} by ${name}: ${from} to ${to}`);
          else if (!isRecorded(after.all, thing, last.event))
            result.unforeseen.push(`${attempt}: ${last.event} is not recorded`);
          for (const step of steps) result.reached[index]!.add(`${step.from} ${step.event}`);
        }
        if (status === 200 || changed.length > 0) copy = await place.copy.fresh();
      }
    }
  }
  return result;
}

/** What a refusal must leave as it is: everything but how often somebody has tried. */
const keptOf = (items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(
    items.filter(({ pk }) => !String(pk).startsWith("RATE#")).map((item) => [`${item.pk} ${item.sk}`, item] as const),
  );

const stateOf = (item: Item | undefined): string => (item ? String(item.status) : "none");

type Move = readonly [from: string, to: string];

/** The events that an act was, by where it has led: one, or two at once; none when the machine has no such way. */
function stepsOf({ machine, events }: Thing<string>, act: string, [from, to]: Move) {
  const own = Object.entries(events).flatMap(([event, by]) => (Array.isArray(by) && by.includes(act) ? [event] : []));
  const next = (state: string, event: string) => nextState(machine, state, event);
  const single = own.find((event) => next(from, event) === to);
  if (single !== undefined) return [{ from, event: single }];
  for (const event of own) {
    const between = next(from, event);
    const second = between && own.find((each) => next(between, each) === to);
    if (second)
      return [
        { from, event },
        { from: between, event: second },
      ];
  }
  return [];
}

/** Whether the event's audit row, or one of those that say it too, is there. */
function isRecorded(items: readonly Item[], { records }: Thing<string>, event: string): boolean {
  const record = records[event]!;
  const types = typeof record === "string" ? [record] : record.recordedBy;
  return items.some(({ pk, type }) => String(pk).startsWith("AUDIT#") && types.includes(String(type)));
}
