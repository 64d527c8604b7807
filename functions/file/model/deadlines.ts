import type { StoredFile } from "../../../shared/file/file.ts";
import { type Deadlines, daysAfter } from "../../data/deadlines.ts";

/** When the clock looks whether an upload was ever confirmed, and what was posted after that: a day after it was asked for. */
export const deadlinesOf = ({ created_on }: Pick<StoredFile, "created_on">): Deadlines => ({
  "upload-end": daysAfter(created_on, 1),
});
