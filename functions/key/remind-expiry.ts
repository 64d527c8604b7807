import { keyReminderDays } from "../../shared/key/key.ts";
import { dueReminder } from "../../shared/platform/reminders.ts";
import { scheduled } from "../chain/scheduled.ts";
import { type Deadline, drop } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { get, transact } from "../data/table.ts";
import { amend } from "../data/transition.ts";
import { endingOf, keyDeadlines, keyEntity } from "./model/key-entity.ts";
import { StoredKey } from "./model/record.ts";

/** Reminds admins of keys that end soon: programs that use one are refused from then on. shared/key/README.md. */
export const handler = scheduled({ "key-expiry": remind });

async function remind(deadline: Deadline): Promise<void> {
  const before = await get(StoredKey, deadline.reference);
  if (!before || keyDeadlines(before)["key-expiry"] !== deadline.at) return drop(deadline);
  const reminded = dueReminder(endingOf(before), keyReminderDays, now());
  const isOver = before.expires_on <= now(); // a clock that stood still tells nobody of a past day
  const events = isOver ? [] : [{ type: "key.expiring" as const, actor_id: "system" }];
  await transact(amend(keyEntity, { before, set: { reminded }, events }).steps);
}
