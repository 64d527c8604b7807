import type { EventName } from "../../../shared/platform/events.ts";
import { type Message, markerEnd } from "../../chain/event.ts";
import { alone } from "../../data/alone.ts";
import { platformKeys } from "../../data/keys/platform.ts";
import { put } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";
import { type EventContext, readEventContext } from "./event-context.ts";
import { appealNotifications } from "./notifications/appeals.ts";
import { certificateNotifications } from "./notifications/certificates.ts";
import { connectionNotifications } from "./notifications/connections.ts";
import { credentialNotifications } from "./notifications/credentials.ts";
import { moneyNotifications } from "./notifications/money.ts";
import type { Notification, NotificationRules } from "./notifications/notification.ts";
import { peopleNotifications } from "./notifications/people.ts";
import { reviewNotifications } from "./notifications/reviews.ts";
import { signInNotifications } from "./notifications/sign-in.ts";
import { workNotifications } from "./notifications/work.ts";

const rules: NotificationRules = {
  ...peopleNotifications,
  ...signInNotifications,
  ...credentialNotifications,
  ...workNotifications,
  ...reviewNotifications,
  ...certificateNotifications,
  ...appealNotifications,
  ...moneyNotifications,
  ...connectionNotifications,
};

/**
 * Tells everyone of an event by `tell`, and marks it as told: when it comes again, nobody hears of it who has come since, such
 * as a new admin. Nobody is told when its things are gone. `name` as in {@link readEventContext}.
 */
export async function tellOnce(
  event: Message,
  purpose: "mail" | "notices",
  tell: (notifications: readonly Notification[], context: EventContext) => Promise<void>,
  name?: string,
): Promise<void> {
  const rule = rules[event.type as EventName];
  if (rule === undefined) return;
  const mark = platformKeys.handled(event.event_id, purpose);
  const [[told], context] = await Promise.all([batchGet([mark]), readEventContext(event, name)]);
  if (told !== undefined) return;
  await tell(await rule(context), context);
  await alone(put(mark, { ttl: markerEnd(event) }));
}
