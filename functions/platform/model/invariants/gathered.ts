import { ordinal } from "../../../data/keys/key.ts";
import type { Shelf } from "./shelf.ts";

const partOf = (group: string, parts: number): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < group.length; at++) hash = Math.imul(hash ^ group.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % parts;
};

/** Lines that are gathered by part, and put on the shelf together. */
export class Gathered {
  private readonly byPart = new Map<number, string[]>();
  private readonly parts: number;

  constructor(parts: number) {
    this.parts = parts;
  }

  add(group: string, line: string): void {
    this.to(partOf(group, this.parts), line);
  }

  to(part: number, line: string): void {
    const lines = this.byPart.get(part);
    if (lines === undefined) this.byPart.set(part, [line]);
    else lines.push(line);
  }

  async put(shelf: Shelf, what: string, by: string): Promise<void> {
    const puts = [...this.byPart].map(
      ([part, lines]) =>
        () =>
          shelf.put(`${what}/${ordinal(part)}/${by}`, lines),
    );
    while (puts.length > 0) await Promise.all(puts.splice(0, 16).map((put) => put()));
  }
}
