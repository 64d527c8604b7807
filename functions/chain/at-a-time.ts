/** What of a running function its time left is read from. */
export interface Running {
  getRemainingTimeInMillis(): number;
}

/** Does the work for all things, several at a time; those of one group one after the other, for they change the same items. */
export async function atATime<Thing>(
  most: number,
  things: readonly Thing[],
  groupOf: (thing: Thing) => string,
  work: (thing: Thing) => Promise<void>,
): Promise<void> {
  const groups = [...Map.groupBy(things, groupOf).values()];
  let next = 0;
  const one = async () => {
    for (let group = groups[next++]; group !== undefined; group = groups[next++]) {
      for (const thing of group) await work(thing);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, groups.length) }, one));
}
