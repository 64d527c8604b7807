import { disconnect } from "../../shared/badgr/calls.ts";
import { implement } from "../chain/implement.ts";
import { transition } from "../data/transition.ts";
import { spendToken } from "./model/connection.ts";
import { badgeConnectionEntity } from "./model/connection-entity.ts";
import { readConnection } from "./model/record.ts";

/** Forgets the account, and uses its token up. Without a connection there is nothing to do, and that is no fault. */
export const handler = implement(disconnect, async (_, { actor, organization_id, commit }) => {
  const answer = { data: { organization_id } };
  const connection = await readConnection(organization_id);
  if (!connection) return answer;
  const disconnecting = { before: connection, actor_id: actor.user_id };
  await commit(transition(badgeConnectionEntity, "disconnect", disconnecting).steps, answer);
  await spendToken(connection);
  return answer;
});
