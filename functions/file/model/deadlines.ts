import type { StoredFile } from "../../../shared/file/file.ts";
import { unfinishedDays } from "../../../shared/file/rules.ts";
import { type Deadlines, daysAfter } from "../../data/deadlines.ts";

/**
 * When the clock looks whether an upload was ever confirmed, and what was posted after that: a day after it was asked for;
 * where it comes in parts, when it is given up.
 */
export const deadlinesOf = ({ created_on, upload_id }: Pick<StoredFile, "created_on" | "upload_id">): Deadlines => ({
  "upload-end": daysAfter(created_on, upload_id === undefined ? 1 : unfinishedDays),
});
