import { create } from "../../shared/key/calls.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import { implement } from "../chain/implement.ts";
import { newKeyText } from "../chain/key-text.ts";
import { daysAfter } from "../data/deadlines.ts";
import { newId, now } from "../data/ids.ts";
import { transition } from "../data/transition.ts";
import { keyEntity } from "./model/key-entity.ts";
import { shownKey } from "./model/record.ts";

/** Nothing but this answer ever has the key: a repeat under an Idempotency-Key would have to keep it, so there is none. */
export const handler = implement(create, async ({ name, scopes, days }, { actor, organization_id, commit }) => {
  const { user_id } = actor;
  const key_id = newId("key");
  const { text, secret_hash } = newKeyText(key_id);
  const created_on = now();
  const expires_on = daysAfter(created_on, days);
  const made = { key_id, organization_id, secret_hash, name, scopes: [...new Set(scopes)], expires_on };
  const { steps, after } = transition(keyEntity, "make", {
    set: { ...made, created_by: user_id, created_on },
    actor_id: user_id,
    details: { user_id },
  });
  return commit(steps, { data: { key: text, made: shownKey(after, { created_by_name: fullName(actor.user) }) } });
});
