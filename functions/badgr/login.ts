import { login } from "../../shared/badgr/calls.ts";
import { implement } from "../chain/implement.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { connect, connectSteps } from "./model/connection.ts";
import { connectionOf, readConnection } from "./model/record.ts";

export const handler = implement(login, async ({ username, password, region }, { actor, organization_id, commit }) => {
  const place = { organization_id, user_id: actor.user_id, region };
  const connection = await connect(place, { username, password });
  return retryWhenRaced(async () =>
    commit(connectSteps(connection, await readConnection(organization_id)), { data: connectionOf(connection) }),
  );
});
