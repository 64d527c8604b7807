import type { Problem } from "../../../../shared/http/problem.ts";
import type { Job } from "../../../../shared/review/job.ts";
import { audit } from "../../../data/audit.ts";
import type { Step } from "../../../data/steps.ts";
import { transition } from "../../../data/transition.ts";
import { jobEntity } from "../entity.ts";

/** What a seat is withdrawn with. */
type Closing = (typeof jobEntity.records.withdraw.recordedBy)[number];

/**
 * Withdraws a seat, first, later or an anchor. Whoever has it in hand is told, by the same event whichever seat it is; who has
 * finished a later one is done with it.
 */
export function withdrawSeat<Kind extends Job>(
  before: Kind,
  {
    at,
    by,
    otherwise,
    set = {},
  }: {
    readonly at: string;
    readonly by: { readonly recorded: Closing };
    readonly otherwise?: Problem;
    readonly set?: Partial<Kind>;
  },
): { readonly steps: Step[]; readonly after: Kind } {
  const { acceptor, seat, status } = before;
  const isDone = seat !== "first" && status === "awaitingResult";
  const ids = jobEntity.auditIds(before);
  const withdrawn = transition(jobEntity, "withdraw", {
    before,
    set: { ...set, completed_on: at },
    otherwise,
    recordedBy: by,
  });
  const isTold = acceptor !== undefined && !isDone;
  return {
    after: withdrawn.after,
    steps: [
      ...withdrawn.steps,
      ...(isTold ? [audit("job.withdrawn", { ...ids, reviewer_id: acceptor, actor_id: "system" })] : []),
    ],
  };
}
