import type { EventName } from "../../shared/platform/events.ts";
import type { Message } from "./event.ts";
import { type EventContext, readEventContext } from "./event-context.ts";
import { credentialNotifications } from "./notifications/credentials.ts";
import { moneyNotifications } from "./notifications/money.ts";
import type { Notification, NotificationRules } from "./notifications/notification.ts";
import { peopleNotifications } from "./notifications/people.ts";
import { workNotifications } from "./notifications/work.ts";

const notifications: NotificationRules = {
  ...peopleNotifications,
  ...credentialNotifications,
  ...workNotifications,
  ...moneyNotifications,
};

/** Who is told what of an event; nobody when its things are gone. `name` as in {@link readEventContext}. */
export async function notificationsOf(
  event: Message,
  name?: string,
): Promise<{ context: EventContext; notifications: readonly Notification[] }> {
  const context = await readEventContext(event, name);
  const tell = notifications[event.type as EventName];
  return { context, notifications: tell === undefined ? [] : await tell(context) };
}
