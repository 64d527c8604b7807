import { upload } from "../../shared/file/calls.ts";
import { fileKey } from "../../shared/file/file.ts";
import { extensionOf, fileFault, fileTypes, folderRules } from "../../shared/file/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { isStillOpen } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { signUpload } from "../clients/presigned.ts";
import { schedule } from "../data/deadlines.ts";
import { newId, now } from "../data/ids.ts";
import { fileKeys } from "../data/keys/file.ts";
import { consumeRate } from "../data/rate.ts";
import { create } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { deadlinesOf } from "./model/deadlines.ts";

export const handler = implement(upload, async ({ name, size, folder }, { actor, organization_id, commit }) => {
  if (!folderRules[folder].roles.includes(actor.role)) throw new Problem("file.folder-not-allowed");
  if (folder !== "submissions" && actor.organization && !isStillOpen(actor.organization))
    throw new Problem("organization.archived");
  const extension = extensionOf(name);
  const fault = fileFault(folder, { name, size });
  if (fault !== undefined || extension === undefined) {
    throw new Problem("file.not-allowed", { message: fault, fields: { name: fault ?? "" } });
  }
  const { user_id } = actor;
  const file_id = newId("fil");
  const type = fileTypes[extension];
  const key = fileKey({ folder, organization_id, user_id, file_id, name, timeMs: clock.now() });
  const { url, fields, expiresInSeconds } = await signUpload(key, type, size);
  const intent = {
    key,
    folder,
    organization_id,
    user_id,
    name,
    type,
    size_bytes: size,
    created_on: now(),
    status: "intent",
  };
  return commit(
    [
      create(fileKeys.file(key), intent),
      ...schedule(fileKeys.file(key), {}, deadlinesOf(intent)),
      consumeRate("uploadsPerUser", user_id),
    ],
    { data: { url, fields, key, expires_in_seconds: expiresInSeconds } },
  );
});
