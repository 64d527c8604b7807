import { erase } from "../user/erasure.ts";
import { clockwork } from "./clockwork.ts";

/** Erases what is left of people whose accounts were deleted. */
export const handler = clockwork({ "person-erasure": erase });
