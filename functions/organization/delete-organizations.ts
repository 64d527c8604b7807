import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { spendToken } from "../badgr/model/connection.ts";
import { badgeConnectionEntity } from "../badgr/model/connection-entity.ts";
import { readConnection } from "../badgr/model/record.ts";
import { scheduled } from "../chain/scheduled.ts";
import { closeListed } from "../credential/model/scheduled.ts";
import { type Deadline, drop, finish } from "../data/deadlines.ts";
import { credentialViews } from "../data/keys/credential.ts";
import { organizationKeys, organizationViews } from "../data/keys/organization.ts";
import { reviewerKeys } from "../data/keys/reviewer.ts";
import { webhookViews } from "../data/keys/webhook.ts";
import { eachListed } from "../data/list.ts";
import { batchGet, get, type Item, transact } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import { endKey } from "../key/model/key-entity.ts";
import { StoredKey } from "../key/model/record.ts";
import { withdrawalSteps } from "../reviewer/model/withdrawal.ts";
import { endInvitation } from "../user/model/invitation.ts";
import { leave } from "../user/model/membership.ts";
import { MembershipRecord, UserRecord } from "../user/model/record.ts";
import { userEntity } from "../user/model/user-entity.ts";
import { removeEndpoint } from "../webhook/model/endpoint-entity.ts";
import { EndpointRecord } from "../webhook/model/endpoint-record.ts";
import { releaseName } from "./model/name.ts";
import { organizationEntity } from "./model/organization-entity.ts";
import { InvitationRecord, OrganizationRecord } from "./model/record.ts";

/**
 * Deletes what an organization is made of, each thing in a transaction of its own, so that a run that dies is gone on with
 * by the next: invitations, memberships, published credentials, keys, endpoints, its account at the badge service. Its name is free
 * last. Work, certificates, money and audit rows stay in the books.
 */
export const handler = scheduled({ "organization-deletion": destroy });

async function destroy(deadline: Deadline): Promise<void> {
  const organization = await get(OrganizationRecord, deadline.reference);
  if (organization?.status !== "deleting") return drop(deadline);
  const { organization_id, deleted_by: actor_id = "system", name } = organization;
  await eachListed(organizationViews.organizationUsers(organization_id, { status: "pending" }), async (item) => {
    await transact(endInvitation(InvitationRecord.parse(item), "withdraw", actor_id));
  });
  for (const status of ["active", "suspended"] as const)
    await eachListed(organizationViews.organizationUsers(organization_id, { status }), (item) =>
      dismiss(item, actor_id),
    );
  await eachListed(credentialViews.credentials(organization_id, { status: "published" }), (item) =>
    closeListed(item, actor_id),
  );
  await eachListed(organizationViews.apiKeys(organization_id, "active"), async (item) => {
    await transact(endKey(StoredKey.parse(item), actor_id).steps);
  });
  await eachListed(webhookViews.endpoints(organization_id), async (item) => {
    await transact(removeEndpoint(EndpointRecord.parse(item), actor_id));
  });
  const connection = await readConnection(organization_id);
  if (connection) await spendToken(connection);
  const deletion = transition(organizationEntity, "endDeletion", { before: organization, actor_id });
  const forgetting = { before: connection, recordedBy: deletion };
  await transact([
    finish(deadline),
    ...(connection ? transition(badgeConnectionEntity, "forget", forgetting).steps : []),
    ...deletion.steps,
    ...(await releaseName(organization_id, name)),
  ]);
}

/** A member's account stays: who belongs nowhere else is told at sign-in. */
async function dismiss(item: Item, actor_id: string): Promise<void> {
  const membership = MembershipRecord.parse(item);
  const { user_id, organization_id } = membership;
  const [person, reviewing] = await batchGet([
    organizationKeys.user(user_id),
    reviewerKeys.reviewerApplication(organization_id, user_id),
  ]);
  const user = UserRecord.parse(person);
  const organization_ids = user.organization_ids.filter((id) => id !== organization_id);
  await transact([
    ...leave(membership, { actor_id, dead: true }),
    ...amend(userEntity, { before: user, set: { organization_ids }, where: { version: user.version } }).steps,
    ...(reviewing ? withdrawalSteps(ReviewerApplication.parse(reviewing), actor_id) : []),
  ]);
}
