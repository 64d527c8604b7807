import { eraseServed } from "../certificate/model/erasing.ts";
import { scheduled } from "../chain/scheduled.ts";
import { erase } from "../platform/model/erasure.ts";

/** Erases what is left of people whose accounts were deleted, and of certificates that nobody is to see any more. */
export const handler = scheduled({ "person-erasure": erase, "certificate-erasure": eraseServed });
