import type { EventName } from "../../shared/platform/events.ts";
import type { Machine } from "../../shared/platform/machine.ts";
import type { AuditBase } from "./audit.ts";
import type { Deadlines } from "./deadlines.ts";
import type { Key } from "./keys/key.ts";
import type { Limit } from "./relist.ts";
import type { Where } from "./steps.ts";

/** A place in lists: the sort key, and the views it stands in under it. `attributes` are kept in its rows. */
export interface Listing {
  readonly sort: string;
  readonly views: readonly string[];
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** What is kept beside the count of a view that a thing is in. */
export interface ListSum {
  readonly view: string;
  /** Numbers that are added as long as the thing is in the view. */
  readonly amounts?: Readonly<Record<string, number>>;
  /** What the last thing that entered the view leaves there. */
  readonly latest?: Readonly<Record<string, string>>;
}

/** How an event of an entity is recorded: by an audit row of its own, or by the row of another change in the same transaction. */
export type RecordRule = EventName | { readonly recordedBy: readonly EventName[] };

/** Which events set the time of a thing. */
export type Stamped<Event> = true | { readonly except: readonly Event[] };

/** An event that happens to a thing: `from` and `to` are its states, `before` is undefined when it is made now. */
interface StateChange<Thing, State extends string, Event extends string> {
  readonly event: Event;
  readonly from: State | "none";
  readonly to: State | "none";
  readonly before: Thing | undefined;
  readonly after: Thing;
}

/** The ids by which audit rows name a thing, besides `organization_id` and `subject_id`. */
export type Identifiers = Readonly<Record<string, string | undefined>>;

/**
 * An entity with states: all that must follow when one of its things changes. A change of state is written by
 * `transition` alone, which takes it from here; so none can miss its audit row, its list rows or its deadlines.
 */
export interface Entity<
  Thing extends object,
  State extends string,
  Event extends string,
  Ids extends Identifiers,
  Records extends Readonly<Record<Event, RecordRule>>,
> {
  readonly machine: Machine<State, Event>;
  /** Where a thing lives; absent for a part of another thing, which that one's transition writes. */
  readonly key?: (thing: Thing) => Key;
  /** Where a thing is listed, always as many listings in the same order. */
  readonly listings?: (thing: Thing) => readonly Listing[];
  /** Of its views, those that list so many things at most; `npm run check:invariants` knows them too (I38). */
  readonly limits?: (thing: Thing) => readonly Limit[];
  /** Views whose totals count a thing without listing it. */
  readonly counted?: (thing: Thing) => readonly string[];
  /** What is kept with the counts of its views; not of those that a limit guards. */
  readonly sums?: (thing: Thing) => readonly ListSum[];
  readonly deadlines?: (thing: Thing) => Deadlines;
  /** The list of all that happens to things of this kind, and what it calls the thing. */
  readonly history?: (thing: Thing) => { readonly view: string; readonly name: string };
  /** What must still be so when a change is written; the state and the version unless it says otherwise. */
  readonly unchanged?: (before: Thing) => Where;
  /** Whether a change sets `updated_on`, from which deadlines may count; with `except`, whether every other event's does. */
  readonly stamped?: Stamped<NoInfer<Event>>;
  /** The ids by which audit rows name a thing. */
  readonly auditIds: (thing: Thing) => Pick<AuditBase, "organization_id" | "subject_id"> & Ids;
  /** How each event is recorded. */
  readonly records: Records;
  /** What an audit row says of the states, where that is not the machine's `from` and `to`. */
  readonly auditStates?: (stateChange: StateChange<Thing, State, Event>) => Pick<AuditBase, "from" | "to">;
}
