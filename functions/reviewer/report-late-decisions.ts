import { scheduled } from "../chain/scheduled.ts";
import { reportLate } from "./model/scheduled.ts";

/** Tells those who decide that a reviewer application waits longer than was promised. */
export const handler = scheduled({ "reviewer-decision": reportLate });
