import { download } from "../../shared/file/calls.ts";
import { StoredFile } from "../../shared/file/file.ts";
import { Problem } from "../../shared/http/problem.ts";
import { jobIdOf } from "../../shared/job/rules.ts";
import { Work } from "../../shared/submission/submission.ts";
import { idOf, keys, views } from "../data/keys.ts";
import { listReferences } from "../data/list.ts";
import { batchGet, get, queryAll } from "../data/table.ts";
import { readVerdict, signDownload } from "../outside/files.ts";
import { log } from "../process/log.ts";
import type { Actor } from "../runtime/actor.ts";
import { implement } from "../runtime/implement.ts";

const SUBMISSIONS_MAX = 100;

export const handler = implement(download, async ({ key }, { actor }) => {
  const file = await get(StoredFile, keys.file(key));
  if (file === undefined || !(await mayRead(file, actor))) throw new Problem("resource.not-found");
  if (file.status !== "clean") throw new Problem("file.not-clean");
  const verdict = await readVerdict(key);
  if (verdict === "waiting") throw new Problem("file.being-checked");
  if (verdict === "refused") {
    log("security", "upload_malware", { user_id: file.user_id, organization_id: file.organization_id });
    throw new Problem("file.not-clean");
  }
  const url = await signDownload(key, file.name);
  return { data: { url, name: file.name, type: file.type, size: file.size_bytes } };
});

/**
 * One's own files; of others the material of credentials (learners and reviewers know its key only from a credential they
 * may read), the licenses of reviewers who applied to the organization, and for the reviewer who accepted it a
 * submission's files. Staff never read submissions.
 */
async function mayRead(file: StoredFile, actor: Actor): Promise<boolean> {
  if (file.user_id === actor.user_id) return true;
  const { role, organization_id } = actor;
  const staff = role === "admin" || role === "issuer" || role === "publisher" || role === "custom";
  switch (file.folder) {
    case "resources":
      return !staff || file.organization_id === organization_id;
    case "support":
      return role === "reviewer" || (staff && file.organization_id === organization_id);
    case "certificates":
      return (role === "admin" || role === "issuer") && hasApplied(organization_id, file.user_id);
    case "submissions":
      return role === "reviewer" && accepted(file, actor.user_id);
  }
}

async function hasApplied(organization_id: string, reviewer_id: string): Promise<boolean> {
  const [application] = await batchGet([keys.reviewerApplication(organization_id, reviewer_id)]);
  return application !== undefined;
}

/** Whether the reviewer accepted a job whose submission contains the file, in this round or the one before. */
async function accepted({ key, user_id: learner_id }: StoredFile, reviewer_id: string): Promise<boolean> {
  const { references } = await listReferences({ view: views.submissions(learner_id), limit: SUBMISSIONS_MAX });
  if (references.length === 0) return false;
  const ids = references.map(({ pk }) => idOf(pk));
  const jobs = await batchGet(ids.map((id) => keys.job(jobIdOf(id))));
  const mine = ids.filter((_, index) => jobs[index]?.acceptor === reviewer_id);
  const work = await Promise.all(mine.map((id) => queryAll(keys.works(id))));
  return work
    .flat()
    .map((item) => Work.parse(item))
    .some(({ attachments, former }) =>
      [...attachments, ...(former?.attachments ?? [])].some((each) => each.key === key),
    );
}
