import { audit } from "../data/audit.ts";
import { type Duty, drop, idOf, schedule } from "../data/duties.ts";
import { keys } from "../data/keys.ts";
import { change, get, remove, together } from "../data/table.ts";
import { endInvitationSteps } from "../organization/open-invitation.ts";
import { duesOf, InvitationRecord } from "../organization/record.ts";
import { clockwork } from "./clockwork.ts";

/** Ends invitations after their week: one may still be sent again, until it is forgotten a month later. */
export const handler = clockwork({ "invitation-end": expire, "invitation-removal": forget });

async function expire(duty: Duty): Promise<void> {
  const invitation = await readDue(duty);
  if (!invitation) return drop(duty);
  if (invitation.self) return together(endInvitationSteps(invitation, "removed", "system"));
  const { invite_id, organization_id, token_hash, invited_by, status: from, expires_on } = invitation;
  const to = "expired";
  await together([
    change(
      keys.invitation(invite_id),
      { set: { status: to }, remove: ["token_hash"] },
      { where: { status: from, expires_on } },
    ),
    ...schedule(keys.invitation(invite_id), duesOf(invitation), duesOf({ status: to, expires_on })),
    ...(token_hash ? [remove(keys.invitationToken(token_hash))] : []),
    audit({
      ...{ type: "invitation.expired", organization_id, actor_id: "system", subject_id: invite_id },
      ...{ invite_id, inviter_id: invited_by, from, to },
    }),
  ]);
}

async function forget(duty: Duty): Promise<void> {
  const invitation = await readDue(duty);
  if (!invitation) return drop(duty);
  await together(endInvitationSteps(invitation, "removed", "system"));
}

async function readDue(duty: Duty): Promise<InvitationRecord | undefined> {
  const invitation = await get(InvitationRecord, keys.invitation(idOf(duty)));
  return invitation && duesOf(invitation)[duty.kind] === duty.at ? invitation : undefined;
}
