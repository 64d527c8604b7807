import { saveScech } from "../../shared/user/calls.ts";
import { keys } from "../data/keys.ts";
import { put } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";

export const handler = implement(saveScech, async ({ full_name, email, pic, phone }, { actor, commit }) => {
  const { user_id } = actor;
  const profile = { user_id, full_name, email, pic, phone };
  return commit([put(keys.scech(user_id), profile)], { data: profile });
});
