import { audit } from "../data/audit.ts";
import { type Deadline, drop, idOf, schedule } from "../data/deadlines.ts";
import { keys } from "../data/keys.ts";
import { change, get, remove, transact } from "../data/table.ts";
import { endInvitationSteps } from "../organization/open-invitation.ts";
import { deadlinesOf, InvitationRecord } from "../organization/record.ts";
import { scheduled } from "./scheduled.ts";

/** Ends invitations after their week: one may still be sent again, until it is forgotten a month later. */
export const handler = scheduled({ "invitation-end": expire, "invitation-removal": forget });

async function expire(deadline: Deadline): Promise<void> {
  const invitation = await readDue(deadline);
  if (!invitation) return drop(deadline);
  if (invitation.self) return transact(endInvitationSteps(invitation, "removed", "system"));
  const { invite_id, organization_id, token_hash, invited_by, status: from, expires_on } = invitation;
  const to = "expired";
  await transact([
    change(
      keys.invitation(invite_id),
      { set: { status: to }, remove: ["token_hash"] },
      { where: { status: from, expires_on } },
    ),
    ...schedule(keys.invitation(invite_id), deadlinesOf(invitation), deadlinesOf({ status: to, expires_on })),
    ...(token_hash ? [remove(keys.invitationToken(token_hash))] : []),
    audit("invitation.expired", {
      organization_id,
      actor_id: "system",
      subject_id: invite_id,
      invite_id,
      inviter_id: invited_by,
      from,
      to,
    }),
  ]);
}

async function forget(deadline: Deadline): Promise<void> {
  const invitation = await readDue(deadline);
  if (!invitation) return drop(deadline);
  await transact(endInvitationSteps(invitation, "removed", "system"));
}

async function readDue(deadline: Deadline): Promise<InvitationRecord | undefined> {
  const invitation = await get(InvitationRecord, keys.invitation(idOf(deadline)));
  return invitation && deadlinesOf(invitation)[deadline.kind] === deadline.at ? invitation : undefined;
}
