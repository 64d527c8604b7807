import { revoke } from "../../shared/certificate/calls.ts";
import { implement } from "../chain/implement.ts";
import { retryWhenRaced } from "../data/retry-when-raced.ts";
import { revokeSteps } from "./model/revoking.ts";
import { readIn } from "./model/store.ts";

/** A repeat with the same reason answers what was done; another reason comes too late. */
export const handler = implement(
  revoke,
  ({ certificate_id, revocation: code, reason: because }, { actor, organization_id, commit }) =>
    retryWhenRaced(
      async () => {
        const before = await readIn(organization_id, certificate_id);
        const { status, revoked_on, revocation, revoked_because } = before;
        if (status === "revoked" && revoked_on && revocation === code && revoked_because === because)
          return { data: { certificate_id, status, revoked_on } };
        const { steps, after } = revokeSteps(before, { code, because, actor_id: actor.user_id });
        return commit(steps, { data: { certificate_id, status: after.status, revoked_on: after.revoked_on ?? "" } });
      },
      { exhausted: "server.busy" },
    ),
);
