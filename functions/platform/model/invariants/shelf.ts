/** Where the parts of a check lie meanwhile: lines of text under names. Written again, a name has what was written last. */
export interface Shelf {
  put(name: string, lines: readonly string[]): Promise<void>;
  /** The lines of all names that begin so, in the order of the names, some at a time. */
  take(beginning: string): AsyncIterable<readonly string[]>;
}

/** A shelf in memory, for what is small. */
export function memoryShelf(): Shelf {
  const kept = new Map<string, readonly string[]>();
  return {
    async put(name, lines) {
      kept.set(name, lines);
    },
    async *take(beginning) {
      for (const name of [...kept.keys()].filter((each) => each.startsWith(beginning)).toSorted())
        yield kept.get(name)!;
    },
  };
}
