import { reinviteUser } from "../../shared/organization/calls.ts";
import { audit } from "../data/audit.ts";
import { schedule } from "../data/deadlines.ts";
import { keys } from "../data/keys.ts";
import { consumeRate } from "../data/rate.ts";
import { change, remove } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { requirePortalAddress } from "../runtime/portal-address.ts";
import { deadlinesOf, invitationEnd, invitationOf } from "./record.ts";
import { organizationOfActor, readInvitation } from "./store.ts";

/** The old link is dead at once; the worker that sends the mail mints the new one. */
export const handler = implement(reinviteUser, async ({ invite_id, base_url }, { actor, commit }) => {
  requirePortalAddress("base_url", base_url);
  const record = await readInvitation(invite_id, actor);
  const { organization_id, name } = organizationOfActor(actor);
  const renewed = { status: "pending", expires_on: invitationEnd() } as const;
  const key = keys.invitation(invite_id);
  return commit(
    [
      change(key, { set: renewed, remove: ["token_hash"] }, { where: { status: ["pending", "expired"] } }),
      ...schedule(key, deadlinesOf(record), deadlinesOf(renewed)),
      ...(record.token_hash ? [remove(keys.invitationToken(record.token_hash))] : []),
      consumeRate("resendsPerInvitation", invite_id),
      consumeRate("mailsPerRecipient", record.email),
      audit("invitation.resent", { organization_id, actor_id: actor.user_id, subject_id: invite_id, invite_id }),
    ],
    { data: invitationOf({ ...record, ...renewed }, name) },
  );
});
