import { Notice } from "../../shared/user/notice.ts";
import { scheduled } from "../chain/scheduled.ts";
import { type Deadline, drop } from "../data/deadlines.ts";
import { idOf } from "../data/keys/key.ts";
import { get, transact } from "../data/table.ts";
import { removeNoticeSteps } from "./model/notices.ts";

/** People whose notices are taken away at once: each waits for the table most of the time. */
const AT_A_TIME = 16;

/** Takes year-old notices away, out of the lists and the count of unread ones. */
export const handler = scheduled({ "notice-end": takeAway }, { most: AT_A_TIME });

async function takeAway(deadline: Deadline): Promise<void> {
  const notice = await get(Notice, deadline.reference);
  if (!notice) return drop(deadline);
  await transact(removeNoticeSteps(idOf(deadline.reference.pk), notice));
}
