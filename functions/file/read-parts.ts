import { StoredFile } from "../../shared/file/file.ts";
import { readParts } from "../../shared/file/part-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { fileKeys } from "../data/keys/file.ts";
import { get } from "../data/table.ts";
import { cutOf, isParted, type PartedFile, standingOf } from "./model/parted.ts";

/** Of an upload by a form it says where it stands; only what is gone is not found. */
export const handler = implement(readParts, async ({ key }, { actor }) => {
  const file = await get(StoredFile, fileKeys.file(key));
  if (file?.user_id !== actor.user_id) throw new Problem("resource.not-found");
  const { name, size_bytes: size } = file;
  const { status, reason } = standingOf(file);
  const arrived = status === "intent" && isParted(file) ? await arrivedOf(file) : [];
  return { data: { ...cutOf(file), name, size, status, reason, arrived } };
});

async function arrivedOf(file: PartedFile) {
  const { arrivedParts, joinedBefore } = await import("../clients/parted-uploads.ts");
  const arrived = await arrivedParts(file);
  if (arrived !== undefined) return arrived;
  // joined by a request that died: finishing it once more says so
  if ((await joinedBefore(file.key, file.size_bytes)) !== undefined) return [];
  throw new Problem("file.parts-ended");
}
