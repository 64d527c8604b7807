import type { Problem } from "../../../shared/http/problem.ts";
import type { Step, Where } from "../../data/steps.ts";
import { amend, transition } from "../../data/transition.ts";
import { changeName, takeName } from "./name.ts";
import { organizationEntity } from "./organization-entity.ts";
import type { CustomRoles, OrganizationRecord } from "./record.ts";

/** Makes an organization. One without a name gets it on its account page. */
export function createOrganization(record: OrganizationRecord, actor_id: string): Step[] {
  const { organization_id, name } = record;
  return [
    ...transition(organizationEntity, "create", { set: record, actor_id }).steps,
    ...(name === "" ? [] : takeName(organization_id, name)),
  ];
}

/** Who changes an organization, and what must hold of it. `nameField` is the form's field a name that is taken belongs to. */
interface Changing {
  readonly actor_id: string;
  readonly where: Where;
  readonly otherwise?: Problem;
  readonly nameField?: string;
}

/** Writes an organization's details, which sets it up, and takes its name where that is another one. */
export async function changeOrganization(
  before: OrganizationRecord,
  changes: Partial<OrganizationRecord>,
  { nameField, ...changing }: Changing,
): Promise<{ readonly steps: Step[]; readonly after: OrganizationRecord }> {
  const set = { ...changes, is_set_up: true };
  const { steps, after } = transition(organizationEntity, "change", { before, set, ...changing });
  const names = { before: before.name, after: after.name, field: nameField };
  return { after, steps: [...steps, ...(await changeName(before.organization_id, names))] };
}

/** Puts the custom roles of an organization in place of those that were read. */
export const writeRoles = (before: OrganizationRecord, roles: CustomRoles): Step[] =>
  amend(organizationEntity, { before, set: { roles }, where: { version: before.version } }).steps;
