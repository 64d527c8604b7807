import { organizationKeys } from "../../data/keys/organization.ts";
import { remove, type Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import type { InvitationRecord } from "../../organization/model/record.ts";
import { invitationEntity } from "./invitation-entity.ts";
import { countHolders } from "./membership.ts";

/** What an invitation that is over no longer needs: whoever it was for may delete their account, and their address with it. */
export const withoutAddress = {
  email: "",
  token_hash: undefined,
  first_name: undefined,
  last_name: undefined,
  employer: undefined,
} as const;

/** The steps that make the link of an invitation's mail worthless, if one was mailed. */
export const removeToken = ({ token_hash }: InvitationRecord): Step[] =>
  token_hash === undefined ? [] : [remove(organizationKeys.invitationToken(token_hash))];

/**
 * Takes an invitation that nobody accepted out of its organization: its link is dead, its address and its custom role are
 * free. Its record stays as withdrawn; one that is forgotten goes whole.
 */
export function endInvitation(invitation: InvitationRecord, event: "withdraw" | "forget", actor_id: string): Step[] {
  const { invite_id, organization_id, email, role_id, self } = invitation;
  return [
    ...transition(invitationEntity, event, { before: invitation, set: withoutAddress, actor_id }).steps,
    ...(self ? [] : [remove(organizationKeys.addressIn(organization_id, email), { where: { invite_id } })]),
    ...removeToken(invitation),
    ...(role_id ? [countHolders(organization_id, role_id, -1)] : []),
  ];
}
