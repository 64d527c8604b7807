import { flash } from "../../ui/dialogs/flash.ts";
import { wordsFor } from "../../ui/words.ts";

/** What became of several writes: how many got through, and why others did not. */
export interface Outcome {
  readonly done: number;
  readonly failed: readonly unknown[];
}

/** Writes for each of several things, one after the other. Where none gets through that is the first one's refusal. */
export async function eachOf<Thing>(
  things: readonly Thing[],
  work: (thing: Thing) => Promise<unknown>,
): Promise<Outcome> {
  const failed: unknown[] = [];
  for (const thing of things) {
    try {
      await work(thing);
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length === things.length) throw failed[0];
  return { done: things.length - failed.length, failed };
}

/** Says how many of several things were left as they are, and why the first was. */
export function tellFailed(failed: readonly unknown[], done: string): void {
  if (failed.length > 0) flash("error", `${failed.length} couldn’t be ${done}. ${wordsFor(failed[0] as Error)}`);
}
