import * as z from "zod";
import { Timestamp } from "../http/fields.ts";

/**
 * Where an account of the badge service lives. An account exists in one region only, and the server speaks to these
 * hosts alone. `test` is the service's own place for trying things out.
 */
export const badgrRegions = {
  us: { name: "United States", host: "https://api.badges.parchment.com" },
  eu: { name: "Europe", host: "https://api.eu.badges.parchment.com" },
  ca: { name: "Canada", host: "https://api.ca.badges.parchment.com" },
  au: { name: "Australia", host: "https://api.au.badges.parchment.com" },
  sg: { name: "Singapore", host: "https://api.sg.badges.parchment.com" },
  test: { name: "Test system (badges don’t count)", host: "https://api.test.badges.parchment.com" },
} as const;
export type BadgrRegion = keyof typeof badgrRegions;
/** Where the account of the badge service lives. `test` is for trying things out: its badges do not count. */
export const BadgrRegion = z.enum(Object.keys(badgrRegions) as [BadgrRegion, ...BadgrRegion[]], "Choose a region.");

/** How an organization stands with the badge service. */
export const BadgrConnection = z.object({
  /** `expired` was connected, and its account has to sign in again. */
  status: z.enum(["connected", "expired"]),
  region: BadgrRegion,
  connected_on: Timestamp,
  expired_on: Timestamp.optional(),
});
export type BadgrConnection = z.infer<typeof BadgrConnection>;
