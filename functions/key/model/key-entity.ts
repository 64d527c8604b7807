import { Problem } from "../../../shared/http/problem.ts";
import { keyReminderDays, keysMax } from "../../../shared/key/key.ts";
import { keyMachine } from "../../../shared/key/states.ts";
import { type Ending, nextReminder } from "../../../shared/platform/reminders.ts";
import type { Deadlines } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { ageSort } from "../../data/keys/key.ts";
import { organizationKeys, organizationViews } from "../../data/keys/organization.ts";
import { entity, transition } from "../../data/transition.ts";
import type { StoredKey } from "./record.ts";

/** An organization's key. */
export const keyEntity = entity<StoredKey>()({
  machine: keyMachine,
  key: ({ key_id }) => organizationKeys.apiKey(key_id),
  listings: ({ key_id, organization_id, status }) => [
    {
      sort: ageSort(key_id),
      views: [
        organizationViews.apiKeys(organization_id),
        ...(status === "active" ? [organizationViews.apiKeys(organization_id, "active")] : []),
      ],
    },
  ],
  limits: ({ organization_id }) => [
    { view: organizationViews.apiKeys(organization_id, "active"), max: keysMax, refusal: "key.too-many" },
  ],
  deadlines: keyDeadlines,
  history: ({ organization_id, name }) => ({ view: organizationViews.connectionHistory(organization_id), name }),
  auditIds: ({ organization_id, key_id }) => ({ organization_id, subject_id: key_id, key_id }),
  records: { make: "key.created", end: "key.ended" },
});

/** The life of a key, of which admins are reminded before its end. */
export const endingOf = ({ created_on, expires_on, reminded }: StoredKey): Ending => ({
  began_on: created_on,
  ends_on: expires_on,
  reminded,
});

/** When the clock reminds of a key's end; it ends by itself. */
export function keyDeadlines(key: StoredKey): Deadlines {
  const at = key.status === "active" ? nextReminder(endingOf(key), keyReminderDays) : undefined;
  return at === undefined ? {} : { "key-expiry": at };
}

/** Ends a key. Of two who do it at once one is told that it is done. */
export const endKey = (before: StoredKey, user_id: string) =>
  transition(keyEntity, "end", {
    before,
    set: { ended_on: now() },
    actor_id: user_id,
    details: { user_id },
    wrongState: new Problem("key.already-ended"),
    otherwise: new Problem("key.already-ended"),
  });
