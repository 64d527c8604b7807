import { reinviteUser } from "../../shared/organization/calls.ts";
import { audit } from "../data/audit.ts";
import { keys } from "../data/keys.ts";
import { countAgainst } from "../data/rate.ts";
import { change, remove } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { demandPortalAddress } from "../runtime/portal.ts";
import { invitationEnd, invitationOf } from "./record.ts";
import { organizationOfActor, readInvitation } from "./store.ts";

/** The old link is dead at once; the worker that sends the mail mints the new one. */
export const handler = implement(reinviteUser, async ({ invite_id, base_url }, { actor, commit }) => {
  demandPortalAddress("base_url", base_url);
  const record = await readInvitation(invite_id, actor);
  const { organization_id, name } = organizationOfActor(actor);
  const expires_on = invitationEnd();
  return commit(
    [
      change(
        keys.invitation(invite_id),
        { set: { expires_on }, remove: ["token_hash"] },
        { where: { status: "pending" } },
      ),
      ...(record.token_hash ? [remove(keys.invitationToken(record.token_hash))] : []),
      countAgainst("resendsPerInvitation", invite_id),
      countAgainst("mailsPerRecipient", record.email),
      audit({ type: "invitation.resent", organization_id, actor_id: actor.user_id, subject_id: invite_id, invite_id }),
    ],
    { data: invitationOf({ ...record, expires_on }, name) },
  );
});
