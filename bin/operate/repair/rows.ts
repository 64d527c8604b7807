import { ordinal } from "../../../functions/data/keys/key.ts";
import { Gathered } from "../../../functions/platform/model/invariants/gathered.ts";
import type { Shelf } from "../../../functions/platform/model/invariants/shelf.ts";

/** Of a hundred million rows, a part holds some two hundred thousand. */
const PARTS = 512;
const ROWS_AT_ONCE = 50_000;

/** Rows of a whole table by what they belong to. They lie on disk, and memory holds what belongs to one part of them. */
export class Rows<Row> {
  private gathered = new Gathered(PARTS);
  private waiting = 0;
  private puts = 0;
  private readonly shelf: Shelf;
  private readonly name: string;

  constructor(shelf: Shelf, name: string) {
    this.shelf = shelf;
    this.name = name;
  }

  async add(group: string, row: Row): Promise<void> {
    this.gathered.add(group, JSON.stringify([group, row]));
    this.waiting += 1;
    if (this.waiting === ROWS_AT_ONCE) await this.put();
  }

  /** Makes one thing of all rows that belong to the same, part by part. */
  async *folded<Folded>(fold: (before: Folded | undefined, row: Row) => Folded): AsyncGenerator<Map<string, Folded>> {
    await this.put();
    for (let part = 0; part < PARTS; part++) {
      const groups = new Map<string, Folded>();
      for await (const lines of this.shelf.take(`${this.name}/${ordinal(part)}/`))
        for (const line of lines) {
          const [group, row] = JSON.parse(line) as [string, Row];
          groups.set(group, fold(groups.get(group), row));
        }
      yield groups;
    }
  }

  private async put(): Promise<void> {
    await this.gathered.put(this.shelf, this.name, ordinal(this.puts));
    this.gathered = new Gathered(PARTS);
    this.waiting = 0;
    this.puts += 1;
  }
}
