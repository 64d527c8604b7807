import type { StoredFile } from "../../shared/file/file.ts";
import { type Dues, daysAfter } from "../data/duties.ts";

/** When the clock looks whether an upload was ever confirmed: a day after it was asked for. */
export const duesOf = ({ created_on }: Pick<StoredFile, "created_on">): Dues => ({
  "upload-end": daysAfter(created_on, 1),
});
