import { Problem } from "../../shared/http/problem.ts";
import { saveScech } from "../../shared/user/calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { put } from "../data/steps.ts";

export const handler = implement(saveScech, async (input, { actor, commit }) => {
  const { user_id } = actor;
  if (input.user_id !== undefined && input.user_id !== user_id) throw new Problem("resource.not-found");
  const { full_name, email, pic, phone } = input;
  const profile = { user_id, full_name, email, pic, phone };
  return commit([put(organizationKeys.scech(user_id), profile)], { data: profile });
});
