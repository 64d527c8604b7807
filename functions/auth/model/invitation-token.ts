import { randomBytes } from "node:crypto";
import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { create } from "../../data/steps.ts";
import { get, transact } from "../../data/table.ts";
import { amend } from "../../data/transition.ts";
import { InvitationRecord, isExpired } from "../../organization/model/record.ts";
import { invitationEntity } from "../../user/model/invitation-entity.ts";
import { hashOf } from "./tokens.ts";

const RETENTION_SECONDS = 30 * 86_400;

/** What the token of an invitation's mail stands for. */
export const InvitationTokenRecord = z.object({
  invite_id: z.string(),
  email: z.string(),
  organization_id: z.string(),
  /** Whose greeting the link shows; absent of one's own wish to sign up. */
  invited_by: z.string().optional(),
});

/**
 * Makes the token of an invitation's mail: 256 random bits, of which only the hash is stored. An earlier token of the
 * invitation is dead from then on. Undefined when the invitation is no longer pending; then no mail is due.
 */
export async function mintInvitationToken(
  invite_id: string,
): Promise<{ token: string; invitation: InvitationRecord } | undefined> {
  const invitation = await get(InvitationRecord, organizationKeys.invitation(invite_id));
  if (invitation?.status !== "pending" || isExpired(invitation)) return undefined;
  const token = randomBytes(32).toString("base64url");
  const token_hash = hashOf(token);
  const { email, organization_id, expires_on, self, invited_by } = invitation;
  const ended = new Problem("state.changed");
  try {
    await transact([
      ...amend(invitationEntity, { before: invitation, set: { token_hash }, otherwise: ended }).steps,
      create(organizationKeys.invitationToken(token_hash), {
        invite_id,
        email,
        organization_id,
        ...(self ? {} : { invited_by }),
        ttl: Math.floor(Date.parse(expires_on) / 1000) + RETENTION_SECONDS,
      }),
    ]);
  } catch (error) {
    if (error === ended) return undefined;
    throw error;
  }
  return { token, invitation };
}
