import * as z from "zod";
import { Problem } from "../../shared/http/problems.ts";
import { hashOf, InvitationTokenRecord } from "../auth/tokens.ts";
import { audit } from "../data/audit.ts";
import { schedule } from "../data/deadlines.ts";
import { keys } from "../data/keys.ts";
import { batchGet, change, check, create, remove, type Step } from "../data/table.ts";
import { countHolders, joinSteps, listUser } from "../user/membership.ts";
import { UserRecord } from "../user/record.ts";
import { deadlinesOf, InvitationRecord, isExpired, OrganizationRecord } from "./record.ts";

/** An invitation that is good now, its organization, and the account its address has already. */
export interface OpenInvitation {
  readonly invitation: InvitationRecord;
  readonly organization: OrganizationRecord;
  readonly token_hash: string;
  /** The account of the address. */
  readonly account?: UserRecord;
}

const AddressRecord = z.object({ user_id: z.string() });

/** Finds what a mailed token stands for, two reads deep; undefined when it is not, or no longer, good for the address. */
export async function findInvitation(email: string, token: string): Promise<OpenInvitation | undefined> {
  const token_hash = hashOf(token);
  const [known, address] = await batchGet([keys.invitationToken(token_hash), keys.email(email)]);
  if (known === undefined) return undefined;
  const { invite_id, organization_id } = InvitationTokenRecord.parse(known);
  const user_id = address && AddressRecord.parse(address).user_id;
  const [invited, place, account] = await batchGet([
    keys.invitation(invite_id),
    keys.organization(organization_id),
    ...(user_id ? [keys.user(user_id)] : []),
  ]);
  if (invited === undefined || place === undefined) return undefined;
  const invitation = InvitationRecord.parse(invited);
  const organization = OrganizationRecord.parse(place);
  const good =
    invitation.email === email &&
    invitation.status === "pending" &&
    invitation.token_hash === token_hash &&
    !isExpired(invitation) &&
    organization.status === "active";
  if (!good) return undefined;
  return { invitation, organization, token_hash, ...(account && { account: UserRecord.parse(account) }) };
}

/** Uses an invitation up and makes the person a member; of two at once the second is refused with 'Invalid Token'. */
export function acceptSteps(
  { invitation, token_hash }: OpenInvitation,
  person: Pick<UserRecord, "user_id" | "email" | "first_name" | "last_name" | "image">,
): Step[] {
  const { invite_id, organization_id, email, self } = invitation;
  const { user_id } = person;
  const spent = new Problem("invitation.invalid-token");
  const address = keys.addressIn(organization_id, email);
  return [
    change(
      keys.invitation(invite_id),
      { set: { status: "used", used_by: user_id }, remove: ["token_hash"] },
      { where: { status: "pending", token_hash }, otherwise: spent },
    ),
    check(keys.organization(organization_id), { where: { status: "active" }, otherwise: spent }),
    self
      ? create(address, { user_id }, { otherwise: new Problem("invitation.already-member") })
      : change(address, { set: { user_id }, remove: ["invite_id"] }, { where: { invite_id }, otherwise: spent }),
    ...unlistInvitation(invitation),
    ...schedule(keys.invitation(invite_id), deadlinesOf(invitation), {}),
    remove(keys.invitationToken(token_hash)),
    ...joinSteps(person, invitation),
    audit("member.joined", { organization_id, actor_id: user_id, subject_id: user_id, user_id, invite_id }),
  ];
}

/** Puts an invitation into the lists of its organization; a visitor's own is in none. */
export function listInvitation({ invite_id, organization_id, role, self }: InvitationRecord): Step[] {
  if (self) return [];
  return listUser({ key: keys.invitation(invite_id), id: invite_id, organization_id }, undefined, {
    role,
    status: "pending",
  });
}

/** Takes an invitation out of the lists. */
function unlistInvitation({ invite_id, organization_id, role, self }: InvitationRecord): Step[] {
  if (self) return [];
  return listUser(
    { key: keys.invitation(invite_id), id: invite_id, organization_id },
    { role, status: "pending" },
    undefined,
  );
}

/**
 * Takes an invitation that nobody accepted out of its organization: its link is dead, its address and its custom role are
 * free. Its record stays as `withdrawn`; one that lay expired for long, or that a visitor asked for himself, goes whole.
 */
export function endInvitationSteps(
  invitation: InvitationRecord,
  to: "withdrawn" | "removed",
  actor_id: string,
): Step[] {
  const { invite_id, organization_id, email, role_id, token_hash, status: from, self } = invitation;
  const key = keys.invitation(invite_id);
  return [
    to === "removed"
      ? remove(key, { where: { status: from } })
      : change(key, { set: { status: to }, remove: ["token_hash"] }, { where: { status: from } }),
    ...(self ? [] : [remove(keys.addressIn(organization_id, email), { where: { invite_id } })]),
    ...(token_hash ? [remove(keys.invitationToken(token_hash))] : []),
    ...unlistInvitation(invitation),
    ...schedule(key, deadlinesOf(invitation), {}),
    ...(role_id ? [countHolders(organization_id, role_id, -1)] : []),
    audit(to === "withdrawn" ? "invitation.withdrawn" : "invitation.removed", {
      organization_id,
      actor_id,
      subject_id: invite_id,
      invite_id,
      from,
      to,
    }),
  ];
}
