import type { JourneyUse } from "./costs.ts";

/** Measured at the local cloud: one credential of two sections, applied for, paid, handed in, reviewed and looked at. */
export const journeyUse: JourneyUse = {
  calls: 24,
  runs: 43,
  writeUnits: 560,
  readUnits: 324,
  messages: 19,
  mails: 3,
};
