import { read } from "../../shared/organization/calls.ts";
import { connectionOf, readConnection } from "../badgr/model/record.ts";
import { implement } from "../chain/implement.ts";
import { organizationOf } from "./model/record.ts";
import { organizationOfActor } from "./model/store.ts";

/** Every member reads it; how it stands with the badge service is for its admins. */
export const handler = implement(read, async (_, { actor }) => {
  const organization = organizationOf(organizationOfActor(actor));
  if (actor.role !== "admin") return { data: organization };
  const connection = await readConnection(actor.organization_id);
  return { data: { ...organization, ...(connection && { badge_service: connectionOf(connection) }) } };
});
