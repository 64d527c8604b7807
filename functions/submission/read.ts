import { Problem } from "../../shared/http/problem.ts";
import { read } from "../../shared/submission/calls.ts";
import { Applied } from "../../shared/submission/submission.ts";
import { readRevision } from "../credential/revision.ts";
import { keys } from "../data/keys.ts";
import { get, queryAll } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { submissionDetail } from "./rows.ts";
import { ownApplication, worksOf } from "./store.ts";

const readPartition = (application_id: string) => queryAll({ pk: keys.application(application_id).pk });

/** By id: the application, then its revision. By credential: the pointer, then both at once. */
export const handler = implement(read, async ({ application_id, credential_id }, { actor }) => {
  if (application_id !== undefined) {
    const items = await readPartition(application_id);
    return { data: await answer(items, actor.user_id) };
  }
  const applied = credential_id && (await get(Applied, keys.applied(actor.user_id, credential_id)));
  if (!applied) throw new Problem("resource.not-found");
  const [items, revision] = await Promise.all([
    readPartition(applied.application_id),
    readRevision(applied.cred_id, applied.revision),
  ]);
  return { data: await answer(items, actor.user_id, revision) };
});

async function answer(
  items: Awaited<ReturnType<typeof readPartition>>,
  user_id: string,
  known?: Awaited<ReturnType<typeof readRevision>>,
) {
  const application = ownApplication(
    items.find(({ sk }) => sk === "META"),
    user_id,
  );
  const revision = known ?? (await readRevision(application.cred_id, application.revision));
  return submissionDetail(application, revision?.sections ?? [], worksOf(items));
}
