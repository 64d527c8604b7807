import type { Table } from "./table.ts";

/** What the checker cannot see in the table. */
export interface Outside {
  readonly nowMs: number;
  /** Events that lie in a dead-letter queue. */
  readonly deadEvents: ReadonlySet<string>;
  /** Texts that must stand nowhere in plain: known passwords, bank numbers, tokens. */
  readonly secrets: readonly string[];
  /** The objects of the bucket of private files by key; without them files are checked by their items alone. */
  readonly objects?: ReadonlyMap<string, StoredObject>;
}

/** An object in the bucket of private files. */
export interface StoredObject {
  readonly sizeBytes: number;
  readonly writtenMs: number;
}

/** Says of one thing whether it is as it must be; `what` describes the one that is not. */
export type Verify = (holds: boolean, what: string) => void;

/** One of the invariants, by its number. */
export interface Invariant {
  readonly id: `I${number}`;
  readonly says: string;
  check(table: Table, verify: Verify, outside: Outside): void;
}
