import { archiveEnd } from "../../../shared/organization/rules.ts";
import { organizationMachine } from "../../../shared/organization/states.ts";
import type { Deadlines } from "../../data/deadlines.ts";
import { ageSort } from "../../data/keys/key.ts";
import { organizationKeys, organizationViews } from "../../data/keys/organization.ts";
import { entity, goneAs } from "../../data/transition.ts";
import type { OrganizationRecord } from "./record.ts";

/** An organization, with its custom roles. Who changes its details says of which version. */
export const organizationEntity = entity<OrganizationRecord>()({
  machine: organizationMachine,
  key: ({ organization_id }) => organizationKeys.organization(organization_id),
  listings: ({ organization_id, status }) => [
    {
      sort: ageSort(organization_id),
      views: status === "active" || status === "archived" ? [organizationViews.organizations(status)] : [],
    },
  ],
  deadlines: ({ status, archived_at }): Deadlines =>
    status === "archived" && archived_at !== undefined
      ? { "archive-notice": archived_at, "archive-end": archiveEnd(archived_at) }
      : {},
  unchanged: ({ status }) => ({ status }),
  auditIds: ({ organization_id }) => ({ organization_id, subject_id: organization_id }),
  records: {
    create: "organization.created",
    change: "organization.changed",
    archive: "organization.archived",
    restore: "organization.restored",
    beginDeletion: "organization.deletion-begun",
    endDeletion: "organization.deleted",
  },
  auditStates: ({ event, ...states }) => (event === "change" ? {} : goneAs("deleted")(states)),
});
