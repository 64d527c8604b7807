import { fullName } from "../../shared/platform/full-name.ts";
import { listNotices } from "../../shared/user/calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys, organizationViews } from "../data/keys/organization.ts";
import { listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { namedNotice, StoredNotice } from "./model/notices.ts";
import { shownPerson } from "./model/shown-person.ts";

export const handler = implement(listNotices, async ({ unread, ...paging }, { actor }) => {
  const view =
    unread === "true" ? organizationViews.unreadNotices(actor.user_id) : organizationViews.notices(actor.user_id);
  const { items, total, cursor } = await listPage({ view, ...paging });
  const notices = items.map((item) => StoredNotice.parse(item));
  const ids = notices.map(({ person_id }) => person_id);
  const told = [...new Set(ids.filter((id) => id !== undefined))];
  const people = new Map(
    (await batchGet(told.map((id) => organizationKeys.user(id)))).map((item, index) => [told[index], item]),
  );
  const nameOf = (id: string | undefined) => fullName(shownPerson(people.get(id)));
  return { data: { notices: notices.map((each) => namedNotice(each, nameOf(each.person_id))), total, cursor } };
});
