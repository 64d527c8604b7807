import { followOrganization } from "../credential/scheduled.ts";
import { scheduled } from "./scheduled.ts";

/** Follows archived and restored organizations in the lists outside of them. */
export const handler = scheduled({ "organization-listing": followOrganization });
