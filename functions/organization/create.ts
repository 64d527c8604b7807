import { create } from "../../shared/organization/calls.ts";
import { defaultTimezone } from "../../shared/organization/organization.ts";
import { audit } from "../data/audit.ts";
import { newId, now } from "../data/ids.ts";
import { keys, views } from "../data/keys.ts";
import { relist } from "../data/list.ts";
import { create as createItem } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { sortOf } from "../user/membership.ts";
import { type OrganizationRecord, organizationOf } from "./record.ts";
import { changesOf, nameSteps } from "./save.ts";

export const handler = implement(create, async (fields, { actor, commit }) => {
  const organization_id = newId("org");
  const record: OrganizationRecord = {
    organization_id,
    name: fields.name,
    description: fields.description,
    timezone: defaultTimezone,
    ...(await changesOf(fields)),
    status: "active",
    is_set_up: true,
    roles: {},
    created_on: now(),
    version: 1,
  };
  const key = keys.organization(organization_id);
  return commit(
    [
      createItem(key, record),
      ...nameSteps(organization_id, "", fields.name),
      ...relist(key, sortOf(organization_id), [], [views.organizations("active")]),
      audit("organization.created", {
        organization_id,
        actor_id: actor.user_id,
        subject_id: organization_id,
        to: "active",
      }),
    ],
    { data: organizationOf(record) },
  );
});
