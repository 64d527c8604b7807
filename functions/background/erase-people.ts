import { erase } from "../user/erasure.ts";
import { scheduled } from "./scheduled.ts";

/** Erases what is left of people whose accounts were deleted. */
export const handler = scheduled({ "person-erasure": erase });
