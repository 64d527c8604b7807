import { createHash } from "node:crypto";
import { Problem } from "../../shared/http/problem.ts";
import { idIn, type Message, worker } from "../chain/event.ts";
import { idLetters, minuteOf } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { minuteLetters } from "../data/keys/submission.ts";
import { check } from "../data/steps.ts";
import { transact } from "../data/table.ts";
import { addNoticeSteps, personMark } from "../user/model/notices.ts";
import type { Notification } from "./model/notifications/notification.ts";
import { tellOnce } from "./model/notifications.ts";

/**
 * Keeps a notice for everyone an event is told to, unless their account was deleted. Its id is the event's, so that a
 * repeated event is one notice.
 */
export const handler = worker("notices", (event) =>
  tellOnce(
    event,
    "notices",
    async (notifications) => {
      for (const notification of notifications) await keep(event, notification);
    },
    personMark,
  ),
);

/**
 * The id of a notice: its event's. Of an offer it is made of the minute and of nothing else that can be read, as its job's
 * is: the moment would tell what it follows.
 */
function noticeIdOf({ event_id, at, type }: Message): string {
  if (type !== "job.offered") return event_id.replace(/^evt_/, "ntc_");
  const digest = createHash("sha256").update(event_id).digest();
  const letters = [...digest.subarray(0, 16)].map((byte) => idLetters[byte % idLetters.length]);
  return `ntc_${minuteLetters(at)}${letters.join("")}`;
}

async function keep(event: Message, { user_id, title, lines, link }: Notification): Promise<void> {
  const text = lines[0] ?? "";
  const notice = {
    user_id,
    title,
    link,
    type: event.type,
    created_on: minuteOf(event.at),
    text,
    notice_id: noticeIdOf(event),
    ...(`${title}${text}`.includes(personMark) && { person_id: idIn(event, "user_id") }),
    ...(event.organization_id && { organization_id: event.organization_id }),
  };
  try {
    await transact([check(organizationKeys.user(user_id), { where: { status: "active" } }), ...addNoticeSteps(notice)]);
  } catch (error) {
    if (!(error instanceof Problem && error.code === "state.changed")) throw error;
  }
}
