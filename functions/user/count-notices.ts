import { countNotices } from "../../shared/user/calls.ts";
import { implement } from "../chain/implement.ts";
import { views } from "../data/keys.ts";
import { readTotal } from "../data/list.ts";

export const handler = implement(countNotices, async ({ unread }, { actor }) => ({
  data: {
    count: await readTotal(unread === "true" ? views.unreadNotices(actor.user_id) : views.notices(actor.user_id)),
  },
}));
