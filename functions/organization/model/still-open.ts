import { Problem } from "../../../shared/http/problem.ts";
import { type Actor, isStillOpen } from "../../chain/actor.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { get } from "../../data/table.ts";
import { OrganizationRecord } from "./record.ts";

/**
 * Refuses work in an organization that was archived more than 90 days ago, whichever organization its learner or reviewer
 * calls from: shared/organization/README.md, "Archived organizations".
 */
export async function requireStillOpen(organization_id: string, actor: Actor): Promise<void> {
  const organization =
    organization_id === actor.organization_id
      ? actor.organization
      : await get(OrganizationRecord, organizationKeys.organization(organization_id));
  refuseClosed(organization);
}

/** The same of an organization that has been read. */
export function refuseClosed(organization: Parameters<typeof isStillOpen>[0] | undefined): void {
  if (organization?.status === "archived" && !isStillOpen(organization)) throw new Problem("organization.archived");
}
