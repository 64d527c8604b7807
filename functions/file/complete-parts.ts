import type * as z from "zod";
import { completeParts } from "../../shared/file/part-calls.ts";
import { partSizeOf } from "../../shared/file/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { type Context, implement } from "../chain/implement.ts";
import type { ArrivedPart } from "../clients/parted-uploads.ts";
import { audit } from "../data/audit.ts";
import { fileKeys } from "../data/keys/file.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { cutOf, endBegun, fileIdOf, ownParted, type PartedFile } from "./model/parted.ts";

/** Told twice, it is finished once; the second finds what the first has written. */
export const handler = implement(completeParts, (input, context) => retryWhenRaced(() => complete(input, context)));

async function complete(
  { key, parts }: z.output<typeof completeParts.input>,
  { actor, commit }: Context,
): Promise<z.input<typeof completeParts.output>> {
  const { user_id } = actor;
  const [file, storage] = await Promise.all([ownParted(key, user_id), import("../clients/parted-uploads.ts")]);
  const { status, size_bytes } = file;
  if (status === "arrived" || status === "clean") return { data: { key, status } };
  if (status === "refused") throw new Problem("file.parts-ended");
  const arrived = await storage.arrivedParts(file);
  const joined = await (arrived === undefined
    ? storage.joinedBefore(key, size_bytes)
    : storage.joinParts(file, requireWhole(file, arrived, parts), size_bytes));
  if (joined === undefined) throw new Problem("file.parts-ended");
  const { object_version } = joined;
  return commit(
    [
      change(fileKeys.file(key), { set: { status: "arrived", object_version } }, { where: { status: "intent" } }),
      endBegun(file),
      audit("file.arrived", {
        organization_id: file.organization_id, // where it was begun: its person may have chosen another since
        actor_id: user_id,
        subject_id: fileIdOf(key),
        user_id,
        from: "intent",
        to: "arrived",
      }),
    ],
    { data: { key, status: "arrived" as const } },
  );
}

type Named = z.output<typeof completeParts.input>["parts"];

const bare = (etag: string) => etag.replaceAll('"', "");

/** The parts that arrived, when they are all there are, each of its size, and those that the sender means. */
function requireWhole(file: PartedFile, arrived: ArrivedPart[], named: Named): ArrivedPart[] {
  const { part_bytes, part_count } = cutOf(file);
  const isWhole =
    arrived.length === part_count &&
    named.length === part_count &&
    arrived.every(
      ({ part_number, etag, size }, index) =>
        part_number === index + 1 &&
        size === partSizeOf(file.size_bytes, part_number, part_bytes) &&
        named[index]!.part_number === part_number &&
        bare(named[index]!.etag) === bare(etag),
    );
  if (!isWhole) throw new Problem("file.parts-missing");
  return arrived;
}
