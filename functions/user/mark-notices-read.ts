import { Problem } from "../../shared/http/problem.ts";
import { markNoticesRead } from "../../shared/user/calls.ts";
import { Notice } from "../../shared/user/notice.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys, organizationViews } from "../data/keys/organization.ts";
import { listPage, readTotal } from "../data/list.ts";
import { batchGet, transact } from "../data/table.ts";
import { readNoticeSteps } from "./model/notices.ts";

/** A notice read takes two items, and a transaction holds a hundred. */
const NOTICES_PER_TRANSACTION = 45;

export const handler = implement(markNoticesRead, async ({ notice_ids }, { actor }) => {
  const { user_id } = actor;
  const unread = await unreadOf(user_id, notice_ids);
  for (let start = 0; start < unread.length; start += NOTICES_PER_TRANSACTION) {
    const batch = unread.slice(start, start + NOTICES_PER_TRANSACTION);
    try {
      await transact(batch.flatMap((id) => readNoticeSteps(user_id, id)));
    } catch (error) {
      // read in another window meanwhile: what is left unread is told by the count
      if (!(error instanceof Problem && error.code === "state.changed")) throw error;
    }
  }
  return { data: { unread: await readTotal(organizationViews.unreadNotices(user_id)) } };
});

async function unreadOf(user_id: string, notice_ids: readonly string[] | undefined): Promise<string[]> {
  const items = notice_ids
    ? await batchGet([...new Set(notice_ids)].map((id) => organizationKeys.notice(user_id, id)))
    : (await listPage({ view: organizationViews.unreadNotices(user_id), limit: 100 })).items;
  const notices = items.flatMap((item) => (item ? [Notice.parse(item)] : []));
  return notices.filter(({ read }) => !read).map(({ notice_id }) => notice_id);
}
