import { scheduled } from "../chain/scheduled.ts";
import { type Deadline, drop } from "../data/deadlines.ts";
import { get, transact } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { InvitationRecord } from "../organization/model/record.ts";
import { endInvitation, removeToken } from "./model/invitation.ts";
import { deadlinesOf, invitationEntity } from "./model/invitation-entity.ts";

/** Ends invitations after their week: one may still be sent again, until it is forgotten a month later. */
export const handler = scheduled({ "invitation-end": expire, "invitation-removal": forget });

async function expire(deadline: Deadline): Promise<void> {
  const invitation = await readDue(deadline);
  if (!invitation) return drop(deadline);
  if (invitation.self) return transact(endInvitation(invitation, "forget", "system"));
  const { invited_by, expires_on } = invitation;
  const { steps } = transition(invitationEntity, "expire", {
    before: invitation,
    set: { token_hash: undefined },
    where: { expires_on },
    actor_id: "system",
    details: { inviter_id: invited_by },
  });
  await transact([...steps, ...removeToken(invitation)]);
}

async function forget(deadline: Deadline): Promise<void> {
  const invitation = await readDue(deadline);
  if (!invitation) return drop(deadline);
  await transact(endInvitation(invitation, "forget", "system"));
}

async function readDue(deadline: Deadline): Promise<InvitationRecord | undefined> {
  const invitation = await get(InvitationRecord, deadline.reference);
  return invitation && deadlinesOf(invitation)[deadline.kind] === deadline.at ? invitation : undefined;
}
