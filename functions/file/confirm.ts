import type * as z from "zod";
import { confirm } from "../../shared/file/calls.ts";
import { StoredFile } from "../../shared/file/file.ts";
import { Problem } from "../../shared/http/problem.ts";
import { type Context, implement } from "../chain/implement.ts";
import { audit } from "../data/audit.ts";
import { fileKeys } from "../data/keys/file.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { change } from "../data/steps.ts";
import { get, transact } from "../data/table.ts";
import { uploadFault } from "./model/content.ts";
import { fileIdOf, isParted } from "./model/parted.ts";

/** Of several confirmations at once one is written; the others then find what it found. */
export const handler = implement(confirm, (input, context) => retryWhenRaced(() => confirmUpload(input, context)));

async function confirmUpload(
  { key }: z.output<typeof confirm.input>,
  { actor, organization_id, commit }: Context,
): Promise<z.input<typeof confirm.output>> {
  // the storage client is large: it is loaded while the table is asked
  const [file, storage] = await Promise.all([get(StoredFile, fileKeys.file(key)), import("../clients/files.ts")]);
  if (file?.user_id !== actor.user_id || file.organization_id !== organization_id || isParted(file)) {
    throw new Problem("resource.not-found");
  }
  if (file.status === "refused") throw refusal(file.reason ?? "");
  const confirmed = { data: { key, name: file.name, type: file.type, size: file.size_bytes } };
  if (file.status === "clean") return confirmed;

  const arrived = await storage.inspectUpload(key);
  if (arrived === undefined) throw new Problem("file.not-arrived");
  const { sizeBytes: size_bytes, object_version, sha256 } = arrived;
  const reason = uploadFault(file, arrived);
  const status = reason === undefined ? "clean" : "refused";
  const steps = [
    change(
      fileKeys.file(key),
      { set: { status, size_bytes, object_version, sha256, ...(reason && { reason }) } },
      { where: { status: "intent" } },
    ),
    audit(status === "clean" ? "file.confirmed" : "file.refused", {
      organization_id,
      actor_id: actor.user_id,
      subject_id: fileIdOf(key),
      user_id: actor.user_id,
      from: "intent",
      to: status,
    }),
  ];
  if (reason === undefined) return commit(steps, { data: { ...confirmed.data, size: size_bytes } });
  await transact(steps);
  await storage.removeUpload(key);
  throw refusal(reason);
}

const refusal = (reason: string) => new Problem("file.refused", { message: reason, fields: { key: reason } });
