import type { Problem } from "../../shared/http/problem.ts";
import type { Job } from "../../shared/job/job.ts";
import { jobMachine } from "../../shared/job/states.ts";
import { nextState } from "../../shared/platform/machine.ts";
import { dueNow } from "../data/deadlines.ts";
import { keys } from "../data/keys.ts";
import type { Step } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { jobEntity } from "./entity.ts";

type Closing = "payment.credited" | "payment.dispute-lost" | "application.archive-ended";

/** The steps that end the later seats of a round with its application; the clock pays what was decided. */
export const withdrawLaterSeats = (
  laterSeats: readonly Job[] = [],
  { at, otherwise, by }: { at: string; otherwise: Problem; by: { readonly recorded: Closing } },
): Step[] =>
  laterSeats
    .filter(({ status }) => nextState(jobMachine, status, "withdraw") !== undefined)
    .flatMap((before) => [
      ...transition(jobEntity, "withdraw", { before, set: { completed_on: at }, otherwise, recordedBy: by }).steps,
      dueNow("job-pay", keys.job(before.credential_job_id)),
    ]);
