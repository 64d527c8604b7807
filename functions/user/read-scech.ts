import { readScech } from "../../shared/user/calls.ts";
import { ScechProfile } from "../../shared/user/scech.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { get } from "../data/table.ts";

export const handler = implement(readScech, async (_, { actor }) => ({
  data: (await get(ScechProfile, organizationKeys.scech(actor.user_id))) ?? null,
}));
