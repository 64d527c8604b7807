import { upload } from "../../shared/file/calls.ts";
import { fileFault, folderRules } from "../../shared/file/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { isStillOpen } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { signUpload } from "../clients/presigned.ts";
import { consumeRate } from "../data/rate.ts";
import { intentOf, keepIntent } from "./model/intent.ts";

export const handler = implement(upload, async ({ name, size, folder }, { actor, organization_id, commit }) => {
  if (!folderRules[folder].roles.includes(actor.role)) throw new Problem("file.folder-not-allowed");
  if (folder !== "submissions" && actor.organization && !isStillOpen(actor.organization))
    throw new Problem("organization.archived");
  const { user_id } = actor;
  const { intent } = intentOf({ folder, organization_id, user_id, name, size }, fileFault(folder, { name, size }));
  const { key, type } = intent;
  const { url, fields, expiresInSeconds } = await signUpload(key, type, size);
  return commit([...keepIntent(intent), consumeRate("uploadsPerUser", user_id)], {
    data: { url, fields, key, expires_in_seconds: expiresInSeconds },
  });
});
