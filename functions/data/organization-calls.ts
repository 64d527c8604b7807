import { clock } from "../process/clock.ts";
import { keys } from "./keys.ts";
import type { Key } from "./table.ts";

/** What the calls in one organization may be together: half of what the gateway lets through for all. */
export const callsPerOrganization = { max: 1000, windowSeconds: 10 } as const;

/** One call in so many is counted, drawn by chance, and counts for as many: no item is written by every call. */
export const callsPerCount = 10;

/** Where an organization's calls are counted, as `rateKey` of rate.ts has it: every handler reads here, and few load that. */
export const callsKey = (organization_id: string): Key =>
  keys.rate(
    `callsPerOrganization#${organization_id}`,
    String(Math.floor(clock.seconds() / callsPerOrganization.windowSeconds)),
  );
