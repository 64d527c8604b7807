import { disconnect } from "../../shared/badgr/calls.ts";
import { audit } from "../data/audit.ts";
import { keys } from "../data/keys.ts";
import { remove } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { spendToken } from "./connection.ts";
import { readConnection } from "./record.ts";

/** Forgets the account, and uses its token up. Without a connection there is nothing to do, and that is no fault. */
export const handler = implement(disconnect, async (_, { actor, organization_id, commit }) => {
  const answer = { data: { organization_id } };
  const connection = await readConnection(organization_id);
  if (!connection) return answer;
  const { connection_id, status: from } = connection;
  await commit(
    [
      remove(keys.badgrConnection(organization_id), { where: { connection_id } }),
      audit("badgr.disconnected", {
        organization_id,
        actor_id: actor.user_id,
        subject_id: organization_id,
        from,
        to: "disconnected",
      }),
    ],
    answer,
  );
  await spendToken(connection);
  return answer;
});
