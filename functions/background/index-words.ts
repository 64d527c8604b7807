import { keys } from "../data/keys.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { indexSteps } from "../data/search.ts";
import { batchGet, get, type Key, transact } from "../data/table.ts";
import { UserRecord } from "../user/record.ts";
import { idIn, type Message, worker } from "./event.ts";
import { searchEntryOf } from "./search-entry.ts";

/** Keeps the words of what an event changed, from the thing as it is now: a repeat or a late event does no harm. */
export const handler = worker("search", async (event) => {
  for (const key of await changed(event)) await index(key);
});

/** Several events of one act change the same words at once, such as those of a sign-up: whoever is later looks again. */
const index = (key: Key): Promise<void> =>
  retryWhenRaced({ raced: "state.changed", attempts: 5 }, () => indexAsItIs(key));

async function indexAsItIs(key: Key): Promise<void> {
  const [thing, before] = await batchGet([key, keys.searchWords(key)]);
  const found = thing && searchEntryOf(thing);
  if (before === undefined && found === undefined) return;
  await transact(indexSteps(key, before, found));
}

/** The things whose words an event may have changed. */
async function changed(event: Message): Promise<Key[]> {
  const { type, organization_id, subject_id } = event;
  const user_id = idIn(event, "user_id");
  const [domain] = type.split(".");
  switch (domain) {
    case "organization":
      return [keys.organization(organization_id)];
    case "credential":
      return [keys.credential(idIn(event, "cred_id") || subject_id)];
    case "invitation":
      return [keys.invitation(idIn(event, "invite_id"))];
    case "member": {
      const invite_id = idIn(event, "invite_id");
      return [keys.membership(user_id, organization_id), ...(invite_id ? [keys.invitation(invite_id)] : [])];
    }
    default: {
      const user = await get(UserRecord, keys.user(user_id));
      const all = new Set([...(user?.organization_ids ?? []), ...(organization_id ? [organization_id] : [])]);
      return [...all].map((id) => keys.membership(user_id, id));
    }
  }
}
