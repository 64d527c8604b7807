import { createHmac, randomBytes } from "node:crypto";
import type { FirstJob } from "../../../shared/review/job.ts";
import { drawNumbers } from "../../../shared/review/second-review.ts";
import type { Application } from "../../../shared/submission/submission.ts";

/**
 * The number a round draws, from 0 to 9,999: a keyed hash (HMAC-SHA-256) of what names it. Whoever has the key draws the
 * same again; nobody else foresees it, and nothing that is handed in moves it.
 */
export const drawOf = (key: string, { application_id, round }: { application_id: string; round: number }): number =>
  createHmac("sha256", key).update(`${application_id} ${round}`).digest().readUIntBE(0, 6) % drawNumbers;

/** A key of 256 bits, as hex: of one application, so that no draw tells of another's. */
export const newDrawKey = (): string => randomBytes(32).toString("hex");

/** What a round that is handed in now draws, where the revision applied for has rounds reviewed a second time. */
export const drawnFor = (
  { application_id, second_review }: Pick<Application, "application_id" | "second_review">,
  round: number,
): Pick<FirstJob, "second_review"> =>
  second_review
    ? { second_review: { draw: drawOf(second_review.draw_key, { application_id, round }), reasons: [] } }
    : {};
