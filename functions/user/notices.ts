import type { Notice } from "../../shared/user/notice.ts";
import { keys, views } from "../data/keys.ts";
import { relist } from "../data/list.ts";
import { change, create, type Step } from "../data/table.ts";

/** A notice about to be kept. `notice_id` is made from the event, so that an event repeated is one notice. */
export interface NewNotice extends Omit<Notice, "read"> {
  readonly user_id: string;
}

/** Keeps a notice, unread; fails with `state.changed` when it is there already. */
export function addNoticeSteps({ user_id, ...notice }: NewNotice): Step[] {
  const key = keys.notice(user_id, notice.notice_id);
  return [
    create(key, { ...notice, user_id, read: false }),
    ...relist(key, notice.notice_id, [], [views.notices(user_id), views.unreadNotices(user_id)]),
  ];
}

/** Marks a notice as read; fails with `state.changed` when it was read meanwhile. */
export function readNoticeSteps(user_id: string, notice_id: string): Step[] {
  const key = keys.notice(user_id, notice_id);
  return [
    change(key, { set: { read: true } }, { where: { read: false } }),
    ...relist(key, notice_id, [views.unreadNotices(user_id)], []),
  ];
}
