import type { JourneyUse } from "./costs.ts";

/** Measured at the local cloud: one credential of two sections, applied for, paid, handed in, reviewed and looked at. */
export const journeyUse: JourneyUse = {
  calls: 24,
  runs: 48,
  writeUnits: 540,
  readUnits: 380,
  messages: 24,
  mails: 3,
};
