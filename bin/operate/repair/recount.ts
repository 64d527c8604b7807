import { type Key, textOf } from "../../../functions/data/keys/key.ts";
import { unsharded } from "../../../functions/data/shards.ts";
import type { Item } from "../../../functions/data/table.ts";
import type { Shelf } from "../../../functions/platform/model/invariants/shelf.ts";
import { Rows } from "./rows.ts";
import { compare, type Finding, type KeptNumbers, keepNumbers } from "./table.ts";

type Values = Readonly<Record<string, number>>;
type Row = { readonly kept: Item } | { readonly key: Key; readonly values: Values };

/** What is kept in an item with numbers and its shards, and what ought to be. */
interface Counted {
  readonly key: Key;
  readonly kept: Item[];
  readonly ought: Record<string, number>;
}

/** Numbers that are counted again: what is kept, and what ought to be, of a whole table. */
export class Recount {
  private readonly rows: Rows<Row>;
  private readonly namesOf: (item: Item) => readonly string[];

  /** `namesOf` says which of a kept item's attributes are such numbers. */
  constructor(shelf: Shelf, namesOf: (item: Item) => readonly string[]) {
    this.rows = new Rows(shelf, "numbers");
    this.namesOf = namesOf;
  }

  /** Takes up an item with numbers, or a shard of one. */
  keep(item: Item): Promise<void> {
    return this.rows.add(textOf(unsharded(item)), { kept: item });
  }

  /** Adds to the numbers that an item ought to have. */
  add(key: Key, values: Values): Promise<void> {
    return this.rows.add(textOf(key), { key: { pk: key.pk, sk: key.sk }, values });
  }

  /** Compares all of them, and puts right what is wrong when asked to. */
  async compare(write: boolean): Promise<Finding[]> {
    const findings: Finding[] = [];
    for await (const groups of this.rows.folded(this.fold))
      for (const { key, kept, ought } of groups.values()) {
        const read: KeptNumbers = new Map();
        for (const item of kept) keepNumbers(read, item);
        findings.push(...(await compare(key, read, ought, write)));
      }
    return findings;
  }

  private readonly fold = (before: Counted | undefined, row: Row): Counted => {
    const counted = before ?? { key: "kept" in row ? unsharded(row.kept) : row.key, kept: [], ought: {} };
    if ("kept" in row) counted.kept.push(row.kept);
    const values =
      "kept" in row ? this.namesOf(row.kept).map((name) => [name, 0] as const) : Object.entries(row.values);
    for (const [name, by] of values) counted.ought[name] = (counted.ought[name] ?? 0) + by;
    return counted;
  };
}
