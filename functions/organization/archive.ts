import { archive } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { dueNow } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import type { Step } from "../data/steps.ts";
import { batchGet } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { pauseSteps } from "./model/calendar.ts";
import { organizationEntity } from "./model/organization-entity.ts";
import { type OrganizationRecord, organizationOf } from "./model/record.ts";
import { readOrganization } from "./model/store.ts";

export const handler = implement(archive, async ({ id, archiveStatus }, { actor, commit }) => {
  const before = await readOrganization(id);
  if (before.status === (archiveStatus ? "archived" : "active")) return { data: organizationOf(before) };
  const { steps, after } = transition(organizationEntity, archiveStatus ? "archive" : "restore", {
    before,
    set: { archived_at: archiveStatus ? now() : undefined },
    actor_id: actor.user_id,
  });
  const pausing = before.archived_at === undefined ? [] : await resumeSteps(before, before.archived_at);
  return commit([...steps, ...pausing, dueNow("organization-listing", organizationKeys.organization(id))], {
    data: organizationOf(after),
  });
});

/** Clocks stood still while it was archived: dates that were promised are moved. */
async function resumeSteps(organization: OrganizationRecord, archived_at: string): Promise<Step[]> {
  const { organization_id } = organization;
  const [calendar] = await batchGet([organizationKeys.calendar(organization_id)]);
  return [
    ...pauseSteps(organization, archived_at, calendar),
    dueNow("organization-calendar", organizationKeys.organization(organization_id)),
  ];
}
