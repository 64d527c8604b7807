import { reinviteUser } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { requirePortalAddress } from "../chain/portal-address.ts";
import { consumeRate } from "../data/rate.ts";
import { transition } from "../data/transition.ts";
import { removeToken } from "../user/model/invitation.ts";
import { invitationEntity } from "../user/model/invitation-entity.ts";
import { invitationEnd, invitationOf } from "./model/record.ts";
import { organizationOfActor, readInvitation } from "./model/store.ts";

/** The old link is dead at once; the worker that sends the mail mints the new one. */
export const handler = implement(reinviteUser, async ({ invite_id, base_url }, { actor, commit }) => {
  requirePortalAddress("base_url", base_url);
  const record = await readInvitation(invite_id, actor);
  const { steps, after } = transition(invitationEntity, "resend", {
    before: record,
    set: { expires_on: invitationEnd(), token_hash: undefined },
    actor_id: actor.user_id,
  });
  return commit(
    [
      ...steps,
      ...removeToken(record),
      consumeRate("resendsPerInvitation", invite_id),
      consumeRate("invitationMailsPerRecipient", `${record.organization_id}#${record.email}`),
    ],
    { data: invitationOf(after, organizationOfActor(actor).name) },
  );
});
