import { createHmac } from "node:crypto";
import { drawNumbers } from "../../shared/job/second-review.ts";

/**
 * The number a round draws, from 0 to 9,999: a keyed hash (HMAC-SHA-256) of what names it. Whoever has the key draws the
 * same again; nobody else foresees it, and nothing that is handed in moves it.
 */
export const drawOf = (key: string, { application_id, round }: { application_id: string; round: number }): number =>
  createHmac("sha256", key).update(`${application_id} ${round}`).digest().readUIntBE(0, 6) % drawNumbers;
