import { Notice } from "../../shared/user/notice.ts";
import { type Duty, drop, idOf } from "../data/duties.ts";
import { get, together } from "../data/table.ts";
import { removeNoticeSteps } from "../user/notices.ts";
import { clockwork } from "./clockwork.ts";

/** Takes year-old notices away, out of the lists and the count of unread ones. */
export const handler = clockwork({ "notice-end": takeAway });

async function takeAway(duty: Duty): Promise<void> {
  const notice = await get(Notice, duty.reference);
  if (!notice) return drop(duty);
  await together(removeNoticeSteps(idOf(duty), notice));
}
