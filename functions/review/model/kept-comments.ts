import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { KeptComment } from "../../../shared/review/comment-calls.ts";
import type { Context } from "../../chain/implement.ts";
import { audit } from "../../data/audit.ts";
import { reviewerKeys } from "../../data/keys/reviewer.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { change, create } from "../../data/steps.ts";
import { get } from "../../data/table.ts";

/** All of a person's in one item, the newest first. */
const KeptComments = z.object({ comments: z.array(KeptComment), version: z.number().int() });

/** What a person keeps; nothing before the first. */
export const readComments = async (user_id: string): Promise<KeptComment[]> =>
  (await get(KeptComments, reviewerKeys.comments(user_id)))?.comments ?? [];

/** Writes what `changed` makes of them, each on what the one before left; the same array changes nothing. */
export function changeComments(
  { actor: { user_id }, commit }: Pick<Context, "actor" | "commit">,
  changed: (before: KeptComment[]) => KeptComment[],
) {
  return retryWhenRaced(async () => {
    const key = reviewerKeys.comments(user_id);
    const { comments: before, version } = (await get(KeptComments, key)) ?? { comments: [], version: 0 };
    const comments = changed(before);
    if (comments === before) return { data: { comments } };
    const otherwise = new Problem("state.changed");
    return commit(
      [
        version === 0
          ? create(key, { comments }, { otherwise })
          : change(key, { set: { comments } }, { where: { version }, otherwise }),
        audit("user.comments-changed", { organization_id: "", actor_id: user_id, subject_id: user_id, user_id }),
      ],
      { data: { comments } },
    );
  });
}
