import type { Problem } from "../../../../shared/http/problem.ts";
import { nextState } from "../../../../shared/platform/machine.ts";
import { jobMachine } from "../../../../shared/review/states.ts";
import type { Application } from "../../../../shared/submission/submission.ts";
import { dueNow } from "../../../data/deadlines.ts";
import { submissionKeys } from "../../../data/keys/submission.ts";
import type { Step } from "../../../data/steps.ts";
import { transition } from "../../../data/transition.ts";
import { appealEntity } from "../../../submission/model/appeal-entity.ts";
import type { Review } from "../../../submission/model/review.ts";
import { withdrawSeat } from "./withdraw-seat.ts";

type Closing = "payment.credited" | "payment.dispute-lost" | "application.archive-ended";

/** The steps that end the later seats of a round and an open appeal with their application; the clock pays what was decided. */
export const withdrawLaterSeats = (
  { laterSeats = [], appeal }: Partial<Pick<Review, "laterSeats" | "appeal">>,
  { at, otherwise, by }: { at: string; otherwise: Problem; by: { readonly recorded: Closing } },
): Step[] => [
  ...laterSeats
    .filter(({ status }) => nextState(jobMachine, status, "withdraw") !== undefined)
    .flatMap((before) => [
      ...withdrawSeat(before, { at, otherwise, by }).steps,
      dueNow("job-pay", submissionKeys.job(before.credential_job_id)),
    ]),
  ...(appeal
    ? transition(appealEntity, "close", { before: appeal, set: { ended_on: at }, otherwise, recordedBy: by }).steps
    : []),
];

/** What an application says of its appeal once it has ended with its sale. */
export const appealClosed = ({ appeal }: Pick<Application, "appeal">): Pick<Application, "appeal"> =>
  appeal === "filed" ? { appeal: "closed" } : {};
