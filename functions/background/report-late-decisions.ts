import { reportLate } from "../reviewer/scheduled.ts";
import { scheduled } from "./scheduled.ts";

/** Tells those who decide that a reviewer application waits longer than was promised. */
export const handler = scheduled({ "reviewer-decision": reportLate });
