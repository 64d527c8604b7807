import { countNotices } from "../../shared/user/calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationViews } from "../data/keys/organization.ts";
import { readTotal } from "../data/list.ts";

export const handler = implement(countNotices, async ({ unread }, { actor }) => ({
  data: {
    count: await readTotal(
      unread === "true" ? organizationViews.unreadNotices(actor.user_id) : organizationViews.notices(actor.user_id),
    ),
  },
}));
