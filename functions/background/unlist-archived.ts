import { followOrganization } from "../credential/by-clock.ts";
import { clockwork } from "./clockwork.ts";

/** Follows archived and restored organizations in the lists outside of them. */
export const handler = clockwork({ "organization-listing": followOrganization });
