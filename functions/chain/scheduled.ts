import { Problem } from "../../shared/http/problem.ts";
import { statusOf } from "../../shared/http/problems.ts";
import type { Deadline, DeadlineKind } from "../data/deadlines.ts";
import { readDuePage } from "../data/due.ts";
import { clock } from "../runtime/clock.ts";
import { describeError, log } from "../runtime/log.ts";
import { atATime, type Running } from "./at-a-time.ts";

const PAGE = 50;
const SPARE_MS = 15_000;

/**
 * The handler of a schedule: does what is due, kind by kind and the earliest first, until nothing is or the time is up.
 * A run whose time was up before says so, with how long the next thing has been due.
 * With `most`, so much of one kind is done at a time; what is due of one partition is done one after the other all the same.
 * Work that could not be done stays due: the next run tries it again, and nothing behind it waits for it.
 * shared/platform/README.md, "Deadlines".
 */
export const scheduled =
  (works: Partial<Record<DeadlineKind, (deadline: Deadline) => Promise<void>>>, { most = 1 }: { most?: number } = {}) =>
  async (_: unknown, running: Running): Promise<{ done: number; failed: number }> => {
    let [done, failed] = [0, 0];
    for (const [kind, work] of Object.entries(works)) {
      let after: string | undefined;
      do {
        const page = await readDuePage(kind as DeadlineKind, { limit: PAGE * most, after });
        let left: Deadline | undefined;
        await atATime(most, page.deadlines, groupOf, async (deadline) => {
          left ??= running.getRemainingTimeInMillis() < SPARE_MS ? deadline : undefined;
          if (left !== undefined) return;
          if (await isDone(deadline, work)) done++;
          else failed++;
        });
        if (left !== undefined) {
          const durationMs = clock.now() - Date.parse(left.at);
          log("warn", "scheduled_behind", { call: kind, count: done, durationMs });
          return { done, failed };
        }
        after = page.next;
      } while (after !== undefined);
    }
    log("info", "scheduled_done", { count: done });
    return { done, failed };
  };

const groupOf = ({ reference }: Deadline) => reference.pk;

/** A race that was lost is no failure: whoever won it has changed the thing, and the next run looks at it again. */
async function isDone(deadline: Deadline, work: (deadline: Deadline) => Promise<void>): Promise<boolean> {
  try {
    await work(deadline);
    return true;
  } catch (error) {
    if (error instanceof Problem && statusOf(error.code) === 409) return true;
    log("error", "scheduled_failed", { call: deadline.kind, error: describeError(error) });
    return false;
  }
}
