import type { Api } from "../../api/client.ts";

/** The most of what waits for a learner that their home shows. */
export const waitingMax = 4;
const decidedMax = 2;

/** What a learner's home asks for: what is to be revised, what is not handed in, and what was decided last. */
export function homeQueries(api: Api, organization_id: string) {
  const own = (status: "RevisionNeeded" | "Draft") =>
    api.submission.listOwn.query({ organization_id, status, limit: waitingMax });
  const decided = api.submission.list.query({ organization_id, type: "completed", limit: decidedMax });
  return { revisions: own("RevisionNeeded"), drafts: own("Draft"), decided };
}
