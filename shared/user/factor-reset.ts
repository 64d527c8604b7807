import * as z from "zod";
import { Timestamp } from "../http/fields.ts";

/** For how many days whoever's two-step sign-in is to be turned off for them can stop it. */
export const factorResetDays = 1;

/** That somebody's two-step sign-in is to be turned off for them, who has lost phone and recovery codes. */
export const FactorReset = z.object({
  /** When it was asked for. */
  asked_at: Timestamp,
  /** The name of who asked. */
  asked_by: z.string(),
  /** When it is turned off, unless it is stopped before. */
  ends_at: Timestamp,
});
export type FactorReset = z.infer<typeof FactorReset>;
