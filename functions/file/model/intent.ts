import { fileKey, type StoredFile } from "../../../shared/file/file.ts";
import { extensionOf, fileTypes } from "../../../shared/file/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { schedule } from "../../data/deadlines.ts";
import { newId, now } from "../../data/ids.ts";
import { fileKeys } from "../../data/keys/file.ts";
import { create } from "../../data/steps.ts";
import { clock } from "../../runtime/clock.ts";
import { deadlinesOf } from "./deadlines.ts";

type Wanted = Pick<StoredFile, "folder" | "organization_id" | "user_id" | "name"> & {
  /** Its length in bytes, as the browser says. */
  readonly size: number;
};

/** A file that somebody means to send, with a key of its own; refused with the `fault` that the folder's rules find. */
export function intentOf({ folder, organization_id, user_id, name, size }: Wanted, fault: string | undefined) {
  const extension = extensionOf(name);
  if (fault !== undefined || extension === undefined)
    throw new Problem("file.not-allowed", { message: fault, fields: { name: fault ?? "" } });
  const file_id = newId("fil");
  const intent = {
    key: fileKey({ folder, organization_id, user_id, file_id, name, timeMs: clock.now() }),
    folder,
    organization_id,
    user_id,
    name,
    type: fileTypes[extension],
    size_bytes: size,
    created_on: now(),
    status: "intent",
  } as const;
  return { file_id, intent };
}

/** Keeps what is meant to be sent, and when the clock looks what became of it. */
export const keepIntent = (intent: Omit<StoredFile, "version">) => [
  create(fileKeys.file(intent.key), intent),
  ...schedule(fileKeys.file(intent.key), {}, deadlinesOf(intent)),
];
