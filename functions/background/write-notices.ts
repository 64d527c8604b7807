import { Problem } from "../../shared/http/problem.ts";
import { keys } from "../data/keys.ts";
import { check, transact } from "../data/table.ts";
import { addNoticeSteps } from "../user/notices.ts";
import { worker } from "./event.ts";
import { notificationsOf } from "./notifications.ts";

/**
 * Keeps a notice for everyone an event is told to, unless their account was deleted. Its id is the event's, so that a
 * repeated event is one notice.
 */
export const handler = worker("notices", async (event) => {
  const { notifications } = await notificationsOf(event);
  for (const { user_id, title, lines, link } of notifications) {
    const notice = {
      user_id,
      title,
      link,
      type: event.type,
      created_on: event.at,
      text: lines[0] ?? "",
      notice_id: event.event_id.replace(/^evt_/, "ntc_"),
      ...(event.organization_id && { organization_id: event.organization_id }),
    };
    try {
      await transact([check(keys.user(user_id), { where: { status: "active" } }), ...addNoticeSteps(notice)]);
    } catch (error) {
      if (!(error instanceof Problem && error.code === "state.changed")) throw error;
    }
  }
});
