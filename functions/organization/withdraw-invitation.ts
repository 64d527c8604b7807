import { withdrawInvitation } from "../../shared/organization/calls.ts";
import { audit } from "../data/audit.ts";
import { keys } from "../data/keys.ts";
import { change, remove } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { countHolders } from "../user/membership.ts";
import { unlistInvitation } from "./open-invitation.ts";
import { readInvitation } from "./store.ts";

export const handler = implement(withdrawInvitation, async ({ invite_id }, { actor, commit }) => {
  const record = await readInvitation(invite_id, actor);
  const { organization_id, email, role_id, token_hash } = record;
  return commit(
    [
      change(
        keys.invitation(invite_id),
        { set: { status: "withdrawn" }, remove: ["token_hash"] },
        { where: { status: "pending" } },
      ),
      remove(keys.addressIn(organization_id, email), { where: { invite_id } }),
      ...(token_hash ? [remove(keys.invitationToken(token_hash))] : []),
      ...unlistInvitation(record),
      ...(role_id ? [countHolders(organization_id, role_id, -1)] : []),
      audit({
        type: "invitation.withdrawn",
        organization_id,
        actor_id: actor.user_id,
        subject_id: invite_id,
        invite_id,
        from: "pending",
        to: "withdrawn",
      }),
    ],
    { data: {} },
  );
});
