import { Problem } from "../../../shared/http/problem.ts";
import { mayGiveRole, mayKeyManage } from "../../../shared/user/rules.ts";
import { type Actor, organizationNeeded } from "../../chain/actor.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { get } from "../../data/table.ts";
import { InvitationRecord, isWaiting, OrganizationRecord } from "./record.ts";

/** The organization the caller acts in, as authorization has read it. */
export function organizationOfActor({ organization }: Actor): OrganizationRecord {
  if (organization === undefined) throw organizationNeeded();
  return OrganizationRecord.parse(organization);
}

/** Reads an organization by its id alone, for the super administrator. */
export async function readOrganization(organization_id: string): Promise<OrganizationRecord> {
  const record = await get(OrganizationRecord, organizationKeys.organization(organization_id));
  if (record === undefined || record.status === "deleted") throw new Problem("resource.not-found");
  return record;
}

/** Reads a pending or expired invitation of the caller's organization, into a role the caller could invite into. */
export async function readInvitation(invite_id: string, actor: Actor): Promise<InvitationRecord> {
  const { organization_id, roles } = organizationOfActor(actor);
  const record = await get(InvitationRecord, organizationKeys.invitation(invite_id));
  const isVisible = record?.organization_id === organization_id && isWaiting(record) && !record.self;
  if (!isVisible) throw new Problem("resource.not-found");
  const role_perms = record.role_id === undefined ? undefined : roles[record.role_id]?.role_perms;
  const mayGive = mayGiveRole(actor.role, { role: record.role, role_perms });
  if (!mayGive || (actor.isKey && !mayKeyManage(record.role))) throw new Problem("user.role-not-allowed");
  return record;
}
