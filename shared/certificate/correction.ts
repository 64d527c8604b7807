import * as z from "zod";
import { CorrectionId, Timestamp } from "../http/fields.ts";

/** Where a request for a corrected name stands; `ended`: its certificate was, or its name was corrected otherwise. */
export const CorrectionStatus = z.enum(["waiting", "withdrawn", "declined", "accepted", "ended"]);
export type CorrectionStatus = z.infer<typeof CorrectionStatus>;

/** The longest reason for a corrected name, in characters. */
export const correctionReasonMax = 500;

/** A learner's request for a certificate with a corrected name, which stands in the certificate: the last one. */
export const Correction = z.object({
  correction_id: CorrectionId,
  status: CorrectionStatus,
  /** As it should stand. */
  first_name: z.string(),
  /** As it should stand; empty where there is one name alone. */
  last_name: z.string(),
  /** Why, in the learner's words. */
  reason: z.string().optional(),
  asked_on: Timestamp,
  /** When it was withdrawn, decided or ended. */
  decided_on: Timestamp.optional(),
  /** What the learner is told of why it was declined. */
  declined_because: z.string().optional(),
});
export type Correction = z.infer<typeof Correction>;

/** A request that waits, as admins read it. */
export const WaitingCorrection = Correction.omit({ status: true, decided_on: true, declined_because: true });
export type WaitingCorrection = z.infer<typeof WaitingCorrection>;
