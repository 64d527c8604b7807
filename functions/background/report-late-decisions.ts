import { reportLate } from "../reviewer/by-clock.ts";
import { clockwork } from "./clockwork.ts";

/** Tells those who decide that a reviewer application waits longer than was promised. */
export const handler = clockwork({ "reviewer-decision": reportLate });
