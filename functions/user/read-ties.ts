import { readTies } from "../../shared/user/tie-calls.ts";
import { Ties } from "../../shared/user/ties.ts";
import { keys } from "../data/keys.ts";
import { get } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";

export const handler = implement(readTies, async (_, { actor }) => ({
  data: (await get(Ties, keys.ties(actor.user_id))) ?? { employers: [], people: [], version: 0 },
}));
