import * as z from "zod";
import { Notice, noticeDays } from "../../../shared/user/notice.ts";
import { type Deadlines, dateAfter, schedule } from "../../data/deadlines.ts";
import { organizationKeys, organizationViews } from "../../data/keys/organization.ts";
import { countIn, relist } from "../../data/relist.ts";
import { change, create, remove, type Step } from "../../data/steps.ts";

/** Stands in a kept notice for the name of the person it tells of, who may change it, or go. */
export const personMark = "{person}";

/** A notice as it is kept. */
export const StoredNotice = Notice.extend({ person_id: z.string().optional() });
type StoredNotice = z.infer<typeof StoredNotice>;

/** A notice with the present name of the person it tells of. */
export const namedNotice = ({ person_id, ...notice }: StoredNotice, name: string): Notice => ({
  ...notice,
  title: notice.title.replaceAll(personMark, () => name),
  text: notice.text.replaceAll(personMark, () => name),
});

/** A notice about to be kept. `notice_id` is made from the event, so that an event repeated is one notice. */
export interface NewNotice extends Omit<StoredNotice, "read"> {
  readonly user_id: string;
}

/** Keeps a notice, unread; fails with `state.changed` when it is there already. */
export function addNoticeSteps({ user_id, ...notice }: NewNotice): Step[] {
  const key = organizationKeys.notice(user_id, notice.notice_id);
  return [
    create(key, { ...notice, user_id, read: false }),
    countIn(organizationViews.notices(user_id), 1),
    ...relist(key, notice.notice_id, [], unreadViews(user_id, false)),
    ...schedule(key, {}, deadlinesOf(notice)),
  ];
}

const unreadViews = (user_id: string, read: boolean): string[] =>
  read ? [] : [organizationViews.unreadNotices(user_id)];

/** When the clock takes a notice away. */
const deadlinesOf = ({ created_on }: Pick<Notice, "created_on">): Deadlines => ({
  "notice-end": dateAfter(created_on, noticeDays),
});

/** Takes a notice away with its place in the lists; fails with `state.changed` when it was read, or taken, meanwhile. */
export function removeNoticeSteps(user_id: string, { notice_id, read, created_on }: Notice): Step[] {
  const key = organizationKeys.notice(user_id, notice_id);
  return [
    remove(key, { where: { read } }),
    countIn(organizationViews.notices(user_id), -1),
    ...relist(key, notice_id, unreadViews(user_id, read), []),
    ...schedule(key, deadlinesOf({ created_on }), {}),
  ];
}

/** Marks a notice as read; fails with `state.changed` when it was read meanwhile. */
export function readNoticeSteps(user_id: string, notice_id: string): Step[] {
  const key = organizationKeys.notice(user_id, notice_id);
  return [
    change(key, { set: { read: true } }, { where: { read: false } }),
    ...relist(key, notice_id, unreadViews(user_id, false), []),
  ];
}
