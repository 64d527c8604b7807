import { Gathered } from "./gathered.ts";
import type { Addend, Verify } from "./invariant.ts";
import type { Shelf } from "./shelf.ts";

/** How many things of an invariant were looked at, and how many of them violate it. */
export interface Tally {
  readonly checked: number;
  readonly violated: number;
}

/** What was found so far, by invariant. */
export type Tallies = Readonly<Record<string, Tally>>;

/** Is told of each violation. */
export type Tell = (id: string, violation: string) => void;

/** Counts what is verified, on top of what was counted before. */
export class Count {
  private readonly tallies: Record<string, { checked: number; violated: number }> = {};
  private readonly tell: Tell | undefined;

  constructor(before: Tallies, tell: Tell | undefined) {
    for (const [id, tally] of Object.entries(before)) this.tallies[id] = { ...tally };
    this.tell = tell;
  }

  of(id: string): Verify {
    this.tallies[id] ??= { checked: 0, violated: 0 };
    const tally = this.tallies[id];
    return (holds, what) => {
      tally.checked += 1;
      if (holds) return;
      tally.violated += 1;
      this.tell?.(id, what);
    };
  }

  get all(): Tallies {
    return this.tallies;
  }
}

/** Numbers of the whole table, as far as they were added up. */
export class Sums {
  private readonly sums = new Map<string, { id: string; name: string; is?: number; ought?: number }>();

  add(id: string, { name, is, ought }: Addend): void {
    const key = `${id} ${name}`;
    const sum = this.sums.get(key) ?? { id, name };
    if (is !== undefined) sum.is = (sum.is ?? 0) + is;
    if (ought !== undefined) sum.ought = (sum.ought ?? 0) + ought;
    this.sums.set(key, sum);
  }

  get all() {
    return this.sums.values();
  }

  /** Keeps them on a shelf, in so many piles. */
  async put(shelf: Shelf, piles: number, by: string): Promise<void> {
    const gathered = new Gathered(piles);
    for (const [key, sum] of this.sums) gathered.add(key, JSON.stringify(sum));
    await gathered.put(shelf, "sums", by);
  }
}
