import { find } from "../../shared/user/calls.ts";
import type { PersonFound } from "../../shared/user/user.ts";
import { implement } from "../chain/implement.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { batchGet, get } from "../data/table.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { ownOrganization } from "./model/person.ts";
import { EmailRecord, MembershipRecord, UserRecord } from "./model/record.ts";

export const handler = implement(find, async ({ email }) => {
  const address = await get(EmailRecord, organizationKeys.email(email));
  const user = address && (await get(UserRecord, organizationKeys.user(address.user_id)));
  if (!user || user.status === "deleted") return { data: { person: null } };
  return { data: { person: { ...user, status: user.status, places: await placesOf(user) } } };
});

/** Suspended or not, where the organization lives. */
async function placesOf({ user_id, organization_ids }: UserRecord): Promise<PersonFound["places"]> {
  const items = await batchGet([
    ...organization_ids.map((id) => organizationKeys.membership(user_id, id)),
    ...organization_ids.map((id) => organizationKeys.organization(id)),
  ]);
  return organization_ids.flatMap((_, at) => {
    const organization = items[organization_ids.length + at];
    if (!items[at] || !organization) return [];
    const membership = MembershipRecord.parse(items[at]);
    const own = ownOrganization(membership, OrganizationRecord.parse(organization));
    return own ? [{ ...membership, ...own }] : [];
  });
}
