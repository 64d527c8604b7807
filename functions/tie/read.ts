import { read } from "../../shared/tie/declaration-calls.ts";
import { declaredAnew, Ties } from "../../shared/tie/declared-ties.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { get } from "../data/table.ts";

export const handler = implement(read, async (_, { actor }) => {
  const ties = await get(Ties, reviewerKeys.ties(actor.user_id));
  if (!ties) return { data: { employers: [], people: [], version: 0 } };
  const { version, updated_on } = ties;
  return { data: { ...declaredAnew(ties, ties, now()).ties, version, updated_on } };
});
