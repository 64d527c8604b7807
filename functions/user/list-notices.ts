import { listNotices } from "../../shared/user/calls.ts";
import { Notice } from "../../shared/user/notice.ts";
import { views } from "../data/keys.ts";
import { listPage } from "../data/list.ts";
import { implement } from "../runtime/implement.ts";

export const handler = implement(listNotices, async ({ unread, ...paging }, { actor }) => {
  const view = unread === "true" ? views.unreadNotices(actor.user_id) : views.notices(actor.user_id);
  const { items, total, cursor } = await listPage({ view, ...paging });
  return { data: { notices: items.map((item) => Notice.parse(item)), total, cursor } };
});
