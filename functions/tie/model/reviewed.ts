import * as z from "zod";
import { Timestamp } from "../../../shared/http/fields.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { put, type Step } from "../../data/steps.ts";

/** When a reviewer last decided on somebody's work. */
export const Reviewed = z.object({ reviewed_on: Timestamp, ttl: z.number() });

const EXCHANGE_SECONDS = 366 * 86_400;

/** Keeps, for as long as it is a tie, that a reviewer has decided on somebody's work: shared/tie/README.md, "Ties". */
export const reviewedStep = (learner_id: string, reviewer_id: string, at: string): Step =>
  put(submissionKeys.reviewedBy(learner_id, reviewer_id), {
    reviewed_on: at,
    ttl: Math.floor(Date.parse(at) / 1000) + EXCHANGE_SECONDS,
  } satisfies z.infer<typeof Reviewed>);
