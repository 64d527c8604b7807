import type { JourneyUse } from "./costs.ts";

/** Measured at the local cloud: one credential of two sections, applied for, paid, handed in, reviewed and looked at. */
export const journeyUse: JourneyUse = {
  calls: 24,
  runs: 38,
  writeUnits: 436,
  readUnits: 217,
  messages: 14,
  mails: 3,
};
