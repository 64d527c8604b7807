import { readScech } from "../../shared/user/calls.ts";
import { ScechProfile } from "../../shared/user/scech.ts";
import { implement } from "../chain/implement.ts";
import { keys } from "../data/keys.ts";
import { get } from "../data/table.ts";

export const handler = implement(readScech, async (_, { actor }) => ({
  data: (await get(ScechProfile, keys.scech(actor.user_id))) ?? null,
}));
