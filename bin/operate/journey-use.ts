import type { JourneyUse } from "./costs.ts";

/** Measured at the local cloud: one credential of two sections, applied for, paid, handed in, reviewed and looked at. */
export const journeyUse: JourneyUse = {
  calls: 24,
  runs: 40,
  writeUnits: 475,
  readUnits: 280,
  messages: 16,
  mails: 3,
};
