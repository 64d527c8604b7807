import { Problem } from "../../../shared/http/problem.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { change, check, create, type Step } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { InvitationRecord, isExpired, OrganizationRecord } from "../../organization/model/record.ts";
import { removeToken, withoutAddress } from "../../user/model/invitation.ts";
import { invitationEntity } from "../../user/model/invitation-entity.ts";
import { join } from "../../user/model/membership.ts";
import { EmailRecord, UserRecord } from "../../user/model/record.ts";
import { InvitationTokenRecord } from "./invitation-token.ts";
import { hashOf } from "./tokens.ts";

/** An invitation that is good now, its organization, and the account its address has already. */
export interface OpenInvitation {
  readonly invitation: InvitationRecord;
  readonly organization: OrganizationRecord;
  readonly token_hash: string;
  /** The account of the address. */
  readonly account?: UserRecord;
  /** Who sent it, while they have an account. */
  readonly inviter?: UserRecord;
}

/** Finds what a mailed token stands for, two reads deep; undefined when it is not, or no longer, good for the address. */
export async function findInvitation(email: string, token: string): Promise<OpenInvitation | undefined> {
  const token_hash = hashOf(token);
  const [known, address] = await batchGet([
    organizationKeys.invitationToken(token_hash),
    organizationKeys.email(email),
  ]);
  if (known === undefined) return undefined;
  const { invite_id, organization_id, invited_by } = InvitationTokenRecord.parse(known);
  const user_id = address && EmailRecord.parse(address).user_id;
  const people = [...new Set([user_id, invited_by].filter((id) => id !== undefined))];
  const [invited, place, ...found] = await batchGet([
    organizationKeys.invitation(invite_id),
    organizationKeys.organization(organization_id),
    ...people.map(organizationKeys.user),
  ]);
  const accounts = found.flatMap((item) => (item ? [UserRecord.parse(item)] : []));
  const account = accounts.find((each) => each.user_id === user_id);
  const inviter = accounts.find((each) => each.user_id === invited_by && each.status === "active");
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
  return { invitation, organization, token_hash, ...(account && { account }), ...(inviter && { inviter }) };
}

/** Loaded where an invitation names an employer, which few do. */
const declaring = () => import("../../tie/model/declare.ts");

/**
 * Uses an invitation up and makes the person a member, who declares the employer that it names; of two at once the second is
 * refused with 'Invalid Token'.
 */
export async function acceptSteps(
  { invitation, token_hash }: OpenInvitation,
  person: Pick<UserRecord, "user_id" | "email" | "first_name" | "last_name" | "image">,
): Promise<Step[]> {
  const { invite_id, organization_id, email, self, employer, credential_id } = invitation;
  const { user_id } = person;
  const spent = new Problem("invitation.invalid-token");
  const addressKey = organizationKeys.addressIn(organization_id, email);
  const address = self
    ? create(addressKey, { user_id }, { otherwise: new Problem("invitation.already-member") })
    : change(addressKey, { set: { user_id }, remove: ["invite_id"] }, { where: { invite_id }, otherwise: spent });
  const joining = join(person, invitation, { actor_id: user_id, address, invite_id, credential_id });
  const { steps } = transition(invitationEntity, "accept", {
    before: invitation,
    set: { ...withoutAddress, used_by: user_id },
    where: { token_hash },
    otherwise: spent,
    recordedBy: joining,
  });
  return [
    ...steps,
    check(organizationKeys.organization(organization_id), { where: { status: "active" }, otherwise: spent }),
    ...removeToken(invitation),
    ...joining.steps,
    ...(employer === undefined ? [] : await (await declaring()).employerSteps(user_id, employer)),
  ];
}
