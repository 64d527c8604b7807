import { create } from "../../shared/organization/calls.ts";
import { defaultTimezone } from "../../shared/organization/timezone.ts";
import { implement } from "../chain/implement.ts";
import { newId, now } from "../data/ids.ts";
import { createOrganization } from "./model/organization.ts";
import { type OrganizationRecord, organizationOf } from "./model/record.ts";
import { changesOf } from "./model/save.ts";

export const handler = implement(create, async (fields, { actor, commit }) => {
  const record: OrganizationRecord = {
    organization_id: newId("org"),
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
  return commit(createOrganization(record, actor.user_id), { data: organizationOf(record) });
});
