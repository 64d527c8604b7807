import { fullName } from "../../shared/platform/full-name.ts";
import { listNotices } from "../../shared/user/calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys, organizationViews } from "../data/keys/organization.ts";
import { listPage, ownPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { namedNotice, StoredNotice } from "./model/notices.ts";
import { shownPerson } from "./model/shown-person.ts";

export const handler = implement(listNotices, async ({ unread, ...paging }, { actor }) => {
  const { user_id } = actor;
  const { items, total, cursor } =
    unread === "true"
      ? await listPage({ view: organizationViews.unreadNotices(user_id), ...paging })
      : await ownPage(organizationKeys.noticesOf(user_id), { ...paging, total: organizationViews.notices(user_id) });
  const notices = items.map((item) => StoredNotice.parse(item));
  const ids = notices.map(({ person_id }) => person_id);
  const told = [...new Set(ids.filter((id) => id !== undefined))];
  const people = new Map(
    (await batchGet(told.map((id) => organizationKeys.user(id)))).map((item, index) => [told[index], item]),
  );
  const nameOf = (id: string | undefined) => fullName(shownPerson(people.get(id)));
  return { data: { notices: notices.map((each) => namedNotice(each, nameOf(each.person_id))), total, cursor } };
});
