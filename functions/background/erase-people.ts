import { eraseServed } from "../certificate/erasing.ts";
import { erase } from "../user/erasure.ts";
import { scheduled } from "./scheduled.ts";

/** Erases what is left of people whose accounts were deleted, and of certificates that nobody is to see any more. */
export const handler = scheduled({ "person-erasure": erase, "certificate-erasure": eraseServed });
