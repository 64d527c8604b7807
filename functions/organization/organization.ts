import { Problem } from "../../shared/http/problem.ts";
import { comparableName } from "../../shared/organization/rules.ts";
import { keys } from "../data/keys.ts";
import { create, remove, type Step, type Where } from "../data/table.ts";
import { amend, transition } from "../data/transition.ts";
import type { CustomRoles } from "../user/record.ts";
import { organizationEntity } from "./organization-entity.ts";
import type { OrganizationRecord } from "./record.ts";

/** Makes an organization. One without a name gets it on its account page. */
export function createOrganization(record: OrganizationRecord, actor_id: string): Step[] {
  const { organization_id, name } = record;
  return [
    ...transition(organizationEntity, "create", { set: record, actor_id }).steps,
    ...nameSteps(organization_id, "", name),
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
export function changeOrganization(
  before: OrganizationRecord,
  changes: Partial<OrganizationRecord>,
  { nameField, ...changing }: Changing,
): { readonly steps: Step[]; readonly after: OrganizationRecord } {
  const set = { ...changes, is_set_up: true };
  const { steps, after } = transition(organizationEntity, "change", { before, set, ...changing });
  return { after, steps: [...steps, ...nameSteps(before.organization_id, before.name, after.name, nameField)] };
}

/** Puts the custom roles of an organization in place of those that were read. */
export const writeRoles = (before: OrganizationRecord, roles: CustomRoles): Step[] =>
  amend(organizationEntity, { before, set: { roles }, where: { version: before.version } }).steps;

/** The refusal of a name that another organization has. */
function nameTaken(field = "name"): Problem {
  return new Problem("organization.name-taken", { field });
}

/** Takes the new name and gives the old one free; names are compared without regard to case and spaces. */
function nameSteps(organization_id: string, before: string, after: string, field?: string): Step[] {
  if (comparableName(before) === comparableName(after)) return [];
  return [
    create(keys.organizationName(after), { organization_id }, { otherwise: nameTaken(field) }),
    ...(before === "" ? [] : [remove(keys.organizationName(before))]),
  ];
}
