import { Problem } from "../../shared/http/problem.ts";
import { keys } from "../data/keys.ts";
import { check, transact } from "../data/table.ts";
import { addNoticeSteps, personMark } from "../user/notices.ts";
import { idIn, type Message, worker } from "./event.ts";
import type { Notification } from "./notifications/notification.ts";
import { tellOnce } from "./notifications.ts";

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

async function keep(event: Message, { user_id, title, lines, link }: Notification): Promise<void> {
  const text = lines[0] ?? "";
  const notice = {
    user_id,
    title,
    link,
    type: event.type === "submission.submitted" ? "job.offered" : event.type, // to reviewers both say the same
    created_on: event.at,
    text,
    notice_id: event.event_id.replace(/^evt_/, "ntc_"),
    ...(`${title}${text}`.includes(personMark) && { person_id: idIn(event, "user_id") }),
    ...(event.organization_id && { organization_id: event.organization_id }),
  };
  try {
    await transact([check(keys.user(user_id), { where: { status: "active" } }), ...addNoticeSteps(notice)]);
  } catch (error) {
    if (!(error instanceof Problem && error.code === "state.changed")) throw error;
  }
}
