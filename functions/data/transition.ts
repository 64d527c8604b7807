import { Problem } from "../../shared/http/problem.ts";
import type { EventFields, EventName } from "../../shared/platform/events.ts";
import { type AuditBase, audit } from "./audit.ts";
import { schedule } from "./deadlines.ts";
import type { Entity, Identifiers, ListSum, RecordRule, Stamped } from "./entity.ts";
import { now } from "./ids.ts";
import { counterOf } from "./keys/platform.ts";
import { atMost, relist } from "./relist.ts";
import { add, change, create, put, remove, type Step, type Where } from "./steps.ts";

/** For `auditStates`: a thing that is made comes from no state, and one that is gone is in a state that has a name. */
export const goneAs =
  (gone: string) =>
  ({ from, to }: { readonly from: string; readonly to: string }): Pick<AuditBase, "from" | "to"> => ({
    from: from === "none" ? undefined : from,
    to: to === "none" ? gone : to,
  });

/** Declares an entity; the types follow from its parts. */
export const entity =
  <Thing extends object>() =>
  <
    State extends string,
    Event extends string,
    Ids extends Identifiers,
    const Records extends Readonly<Record<Event, RecordRule>>,
  >(
    parts: Entity<Thing, State, Event, Ids, Records>,
  ): Entity<Thing, State, Event, Ids, Records> =>
    parts;

/** A change that was made of a transition: its steps, audit row included, and the thing as it will be. */
export interface Transition<Thing, Name extends EventName = EventName> {
  readonly steps: Step[];
  readonly after: Thing;
  /** The type of its audit row. */
  readonly recorded: Name;
}

type Stored<Thing> = Thing & { readonly status: string; readonly version?: number };

type NameOf<Recorded> = Recorded extends EventName ? Recorded : never;

type RecorderOf<Recorded> = Recorded extends { readonly recordedBy: readonly (infer Name)[] }
  ? Name & EventName
  : never;

type Details<Name extends EventName, Ids> = Omit<EventFields<Name>, keyof Ids>;

type Needed<Shape> = { [Field in keyof Shape as object extends Pick<Shape, Field> ? never : Field]: Shape[Field] };

/** How a change is recorded: fields of the own audit row, or the transition whose row says it; its type is all that counts. */
type Recording<Recorded, Ids> = Recorded extends EventName
  ? {
      readonly actor_id: string;
      /** Where it happens, for a thing that is of no organization itself. */
      readonly organization_id?: string;
    } & (keyof Needed<Details<Recorded, Ids>> extends never
      ? { readonly details?: Details<Recorded, Ids> }
      : { readonly details: Details<Recorded, Ids> })
  : { readonly recordedBy: { readonly recorded: RecorderOf<Recorded> } };

/** What a transition is made of. */
export type TransitionInput<Thing extends object, Recorded, Ids> = {
  /** The thing as it was read; undefined when it is made now. */
  readonly before?: Thing;
  /** Attributes to set; undefined ones are removed. All of them when the thing is made. State and version are not set here. */
  readonly set?: Partial<Thing>;
  /** Further conditions on the thing. */
  readonly where?: Where;
  /** The refusal when the event may not happen in the thing's state; `otherwise` unless said. */
  readonly wrongState?: Problem;
  /** The refusal when somebody else changed the thing meanwhile; `state.changed` unless said. */
  readonly otherwise?: Problem;
} & Recording<Recorded, Ids>;

/**
 * Takes a thing through an event: the guarded write, its rows in lists, what it counts in, its deadlines and its audit row,
 * for one transaction. Throws `wrongState` at once when the event may not happen in the thing's state.
 */
export function transition<
  Thing extends object,
  State extends string,
  Event extends string,
  Ids extends Identifiers,
  Records extends Readonly<Record<Event, RecordRule>>,
  Name extends Event,
  Kind extends Thing = Thing,
>(
  of: Entity<Thing, State, Event, Ids, Records>,
  event: Name,
  input: TransitionInput<Kind, Records[Name], Ids>,
): Transition<Kind, NameOf<Records[Name]>> {
  const { before, where = {}, otherwise = new Problem("state.changed") } = input;
  const { version: _, ...set } = (input.set ?? {}) as Partial<Stored<Kind>>;
  const from = ((before as Stored<Thing> | undefined)?.status ?? "none") as State | "none";
  const to = of.machine[from]?.[event];
  if (to === undefined) throw input.wrongState ?? otherwise;
  const stamp = isStamped(of.stamped, event) ? { updated_on: now() } : {};
  const changes = { ...set, ...stamp, ...(to !== "none" && { status: to }) };
  const version = ((before as Stored<Thing> | undefined)?.version ?? 0) + 1;
  const after = { ...before, ...changes, version } as unknown as Kind;
  const thing = before ?? after;
  const exists = to !== "none";
  const states = of.auditStates?.({ event, from, to, before, after }) ?? { from, to };
  return {
    after,
    recorded: of.records[event] as unknown as NameOf<Records[Name]>,
    steps: [
      ...thingSteps(of, { before, after, changes, exists, where, otherwise }),
      ...recordSteps(of, event, { states, thing, input }),
    ],
  };
}

/** What an amendment tells: its audit row has the thing's ids and the state it stays in besides. */
type Told = {
  [Name in EventName]: { readonly type: Name; readonly actor_id: string } & Partial<EventFields<Name>>;
}[EventName];

/**
 * Changes a thing that stays in its state, such as a provider's id on an open payment: the guarded write, its rows in
 * lists, what it counts in, its deadlines, and an audit row for each of `events`.
 */
export function amend<Thing extends object, Kind extends Thing>(
  of: AnyEntity<Thing>,
  {
    before,
    set,
    where = {},
    otherwise = new Problem("state.changed"),
    events = [],
  }: {
    readonly before: Kind;
    readonly set: Omit<Partial<Kind>, "status">;
    readonly where?: Where;
    readonly otherwise?: Problem;
    readonly events?: readonly Told[];
  },
): { readonly steps: Step[]; readonly after: Kind } {
  const stored = before as Stored<Kind>;
  const after = { ...stored, ...set, version: (stored.version ?? 0) + 1 } as Kind;
  const stays = { ...of.auditIds(before), from: stored.status, to: stored.status };
  const rows = events.flatMap(({ type, ...told }) =>
    auditSteps(of, before, audit(type, { ...stays, ...told } as AuditRow)),
  );
  return {
    after,
    steps: [...thingSteps(of, { before, after, changes: set, exists: true, where, otherwise }), ...rows],
  };
}

/** A thing's write, and all that follows from it but the audit row. */
function thingSteps<Thing extends object>(of: AnyEntity<Thing>, write: Write<Thing>): Step[] {
  const { before, after } = write;
  const now = write.exists ? after : undefined;
  const limits = (now && of.limits?.(now)) ?? [];
  return [
    ...writeSteps(of, write),
    ...limits.reduce(atMost, listingSteps(of, before, now)),
    ...sumSteps(of, before, now),
    ...(of.key && of.deadlines
      ? schedule(of.key(before ?? after), before ? of.deadlines(before) : {}, now ? of.deadlines(now) : {})
      : []),
  ];
}

interface Write<Thing> {
  readonly before: Thing | undefined;
  readonly after: Thing;
  readonly changes: Readonly<Record<string, unknown>>;
  /** Whether the thing is there afterwards. */
  readonly exists: boolean;
  readonly where: Where;
  readonly otherwise: Problem;
}

const isStamped = (stamped: Stamped<string> | undefined, event: string): boolean =>
  stamped === true || stamped?.except.includes(event) === false;

type AnyEntity<Thing extends object> = Pick<
  Entity<Thing, string, string, Identifiers, Readonly<Record<string, RecordRule>>>,
  "key" | "listings" | "limits" | "counted" | "sums" | "deadlines" | "history" | "unchanged" | "auditIds" | "records"
>;

function writeSteps<Thing extends object>(
  { key: keyOf, unchanged }: AnyEntity<Thing>,
  { before, after, changes, exists, where: further, otherwise }: Write<Thing>,
): Step[] {
  if (keyOf === undefined) return [];
  if (before === undefined) return [create(keyOf(after), { ...after } as Record<string, unknown>, { otherwise })];
  const { status, version = 1 } = before as Stored<Thing>;
  const where = { ...(unchanged ? unchanged(before) : { status, version }), ...further };
  return exists
    ? [change(keyOf(before), { set: changes }, { where, otherwise })]
    : [remove(keyOf(before), { where, otherwise })];
}

/** Moves a thing's rows: out of the views it left, into those it entered, and anew where what they keep has changed. */
function listingSteps<Thing extends object>(
  { key: keyOf, listings }: AnyEntity<Thing>,
  before: Thing | undefined,
  after: Thing | undefined,
): Step[] {
  const reference = (before ?? after) && keyOf?.((before ?? after)!);
  if (listings === undefined || reference === undefined) return [];
  const [left, entered] = [before ? listings(before) : [], after ? listings(after) : []];
  return Array.from({ length: Math.max(left.length, entered.length) }, (_, index) => {
    const [old, now] = [left[index], entered[index]];
    if (old === undefined || now === undefined || old.sort !== now.sort)
      return [
        ...(old ? relist(reference, old.sort, old.views, []) : []),
        ...(now ? relist(reference, now.sort, [], now.views, now.attributes) : []),
      ];
    const stays = now.views.filter((view) => old.views.includes(view));
    const isChanged = JSON.stringify(old.attributes) !== JSON.stringify(now.attributes);
    return [
      ...relist(reference, now.sort, old.views, now.views, now.attributes),
      ...(isChanged ? stays : []).map((view) =>
        put({ pk: view, sk: now.sort }, { ...now.attributes, ref_pk: reference.pk, ref_sk: reference.sk }),
      ),
    ];
  }).flat();
}

/** What a view counts and adds up goes with the thing; what the last one leaves stays. */
function sumSteps<Thing extends object>(
  { counted, sums }: AnyEntity<Thing>,
  before: Thing | undefined,
  after: Thing | undefined,
): Step[] {
  const sumsOf = (thing: Thing): ListSum[] => [
    ...(counted?.(thing) ?? []).map((view) => ({ view, amounts: { [counterOf(view).name]: 1 } })),
    ...(sums?.(thing) ?? []),
  ];
  const [left, entered] = [before ? sumsOf(before) : [], after ? sumsOf(after) : []];
  const isNew = ({ view }: ListSum) => left.every((each) => each.view !== view);
  return [
    ...left.map(({ view, amounts = {} }) => add(counterOf(view).key, negated(amounts))),
    ...entered.map((each) => add(counterOf(each.view).key, each.amounts ?? {}, isNew(each) ? each.latest : {})),
  ];
}

const negated = (amounts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(amounts).map(([name, by]) => [name, -by]));

type AuditRow = AuditBase & EventFields<EventName>;

interface Recorded extends Pick<AuditBase, "actor_id"> {
  readonly organization_id?: string;
  readonly details?: object;
}

function recordSteps<Thing extends object>(
  of: AnyEntity<Thing>,
  event: string,
  {
    states,
    thing,
    input,
  }: {
    readonly states: Pick<AuditBase, "from" | "to">;
    readonly thing: Thing;
    readonly input: object;
  },
): Step[] {
  const type = of.records[event];
  if (typeof type !== "string") return [];
  const { actor_id, organization_id, details } = input as Recorded;
  const ids = of.auditIds(thing);
  const row = { ...ids, organization_id: organization_id ?? ids.organization_id, ...details, actor_id, ...states };
  return auditSteps(of, thing, audit(type, row as unknown as AuditRow));
}

/** An audit row, with its place in the history of its kind where that has one. */
function auditSteps<Thing extends object>({ history }: AnyEntity<Thing>, thing: Thing, row: Step): Step[] {
  const listed = history?.(thing);
  return listed ? [row, ...relist(row.key, row.key.sk, [], [listed.view], { name: listed.name })] : [row];
}
