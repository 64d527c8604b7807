import { StoredFile } from "../../../shared/file/file.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { ApplicationSection } from "../../../shared/submission/submission.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { batchGet } from "../../data/table.ts";
import { standingOf } from "../../file/model/parted.ts";

const checking =
  "We’re still checking your recording. Nothing is wrong, and your work is saved. Submit again in a few minutes.";

/** Refuses to hand work in as long as a recording of it has not arrived whole, is being checked, or was refused. */
export async function requireChecked(sections: readonly ApplicationSection[]): Promise<void> {
  const waiting = sections.flatMap(({ section_id, unchecked = [] }) => unchecked.map((key) => ({ section_id, key })));
  if (waiting.length === 0) return;
  const items = await batchGet(waiting.map(({ key }) => fileKeys.file(key)));
  const faults = waiting.flatMap(({ section_id }, index) => {
    const fault = faultOf(items[index] && StoredFile.parse(items[index]));
    return fault === undefined ? [] : [{ section_id, fault }];
  });
  if (faults.length === 0) return;
  const isOnlyEarly = faults.every(({ fault }) => fault === checking);
  throw new Problem(isOnlyEarly ? "submission.recording-early" : "submission.recording-missing", {
    fields: Object.fromEntries(faults.map(({ section_id, fault }) => [`sections.${section_id}`, fault])),
  });
}

function faultOf(file: StoredFile | undefined): string | undefined {
  if (file === undefined) return "A recording wasn’t uploaded in time. Remove it and choose it again.";
  const { status, reason } = standingOf(file);
  switch (status) {
    case "clean":
      return undefined;
    case "arrived":
      return checking;
    case "intent":
      return `“${file.name}” hasn’t finished uploading. Continue the upload, or remove it.`;
    case "refused":
      return `“${file.name}”: ${reason ?? "We can’t use this file."}`;
  }
}
