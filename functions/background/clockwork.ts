import { Problem } from "../../shared/http/problems.ts";
import { type Duty, type DutyKind, duePage } from "../data/duties.ts";
import { describeError, log } from "../runtime/log.ts";

const PAGE = 50;
const SPARE_MS = 15_000;

/** What of a running function its time left is read from. */
interface Running {
  getRemainingTimeInMillis(): number;
}

/**
 * The handler of a schedule: does what is due, kind by kind and the earliest first, until nothing is or the time is up.
 * Work that could not be done stays due: the next run tries it again, and nothing behind it waits for it.
 */
export const clockwork =
  (works: Partial<Record<DutyKind, (duty: Duty) => Promise<void>>>) =>
  async (_: unknown, running: Running): Promise<{ done: number; failed: number }> => {
    let [done, failed] = [0, 0];
    for (const [kind, work] of Object.entries(works)) {
      let after: string | undefined;
      do {
        const page = await duePage(kind as DutyKind, { limit: PAGE, after });
        for (const duty of page.duties) {
          if (running.getRemainingTimeInMillis() < SPARE_MS) return { done, failed };
          if (await isDone(duty, work)) done++;
          else failed++;
        }
        after = page.next;
      } while (after !== undefined);
    }
    log("info", "clockwork_done", { count: done });
    return { done, failed };
  };

/** A race that was lost is no failure: whoever won it has changed the thing, and the next run looks at it again. */
async function isDone(duty: Duty, work: (duty: Duty) => Promise<void>): Promise<boolean> {
  try {
    await work(duty);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return true;
    log("error", "clockwork_failed", { call: duty.kind, error: describeError(error) });
    return false;
  }
}
