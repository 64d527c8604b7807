import type { Dimension } from "./belonging.ts";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";

/** What the checker cannot see in the table. */
export interface Outside {
  readonly nowMs: number;
  /** Events that lie in a dead-letter queue. */
  readonly deadEvents: ReadonlySet<string>;
  /** Texts that must stand nowhere in plain: known passwords, bank numbers, tokens. */
  readonly secrets: readonly string[];
  /** The objects of the bucket of private files are among what is checked; without them files are checked by their items alone. */
  readonly hasObjects: boolean;
}

/** An object in the bucket of private files. */
export interface StoredObject {
  readonly sizeBytes: number;
  readonly writtenMs: number;
}

/** What is known of the whole table once all of it was looked at. */
export interface Whole extends Outside {
  /** It has marks of providers: a part of a table has none, for they name no organization. */
  readonly isMarked: boolean;
}

/** Says of one thing whether it is as it must be; `what` describes the one that is not. */
export type Verify = (holds: boolean, what: string) => void;

/** What something adds to a number of the whole table, as it is kept and as it ought to be. */
export interface Addend {
  readonly name: string;
  readonly is?: number;
  readonly ought?: number;
}

/** Says what something adds to a number that is compared once everything is added up. */
export type Add = (addend: Addend) => void;

/** Looks at a part of a table that has everything that belongs together. It may ask for what lies elsewhere, and is run twice. */
export type Check = (table: Table, verify: Verify, whole: Whole, add: Add) => void;

/** One of the invariants, by its number. It is checked part by part: shared/platform/README.md, "Invariants". */
export interface Invariant {
  readonly id: `I${number}`;
  readonly says: string;
  /** Of each item by itself. */
  readonly each?: (item: Item, verify: Verify, outside: Outside) => void;
  /** Of what belongs together, by how it does. */
  readonly within?: Readonly<Partial<Record<Dimension, Check>>>;
  /** What an item adds to numbers of the whole table. */
  readonly adds?: (item: Item) => Iterable<Addend>;
  /** Of a number that things of the whole table were added to. */
  readonly compare?: (sum: Addend, verify: Verify, whole: Whole) => void;
}
