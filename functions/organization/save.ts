import { defaultTimezone, type OrganizationFields } from "../../shared/organization/organization.ts";
import { comparableName } from "../../shared/organization/rules.ts";
import { keys } from "../data/keys.ts";
import { create, remove, type Step } from "../data/table.ts";
import { storeImage } from "../pictures/store-image.ts";
import type { OrganizationRecord } from "./record.ts";
import { nameTaken } from "./store.ts";

/** The attributes that the form's fields change: what was left out stays, what was emptied goes. */
export async function changesOf(fields: OrganizationFields): Promise<Partial<OrganizationRecord>> {
  const { name, description, domain_url, address, phone, timezone, logo } = fields;
  return {
    name,
    description,
    ...(domain_url !== undefined && { domain_url: domain_url || undefined }),
    ...(address !== undefined && { address: address || undefined }),
    ...(phone !== undefined && { phone: phone || undefined }),
    ...(timezone !== undefined && { timezone: timezone || defaultTimezone }),
    ...(logo === null && { logo: undefined }),
    ...(logo && { logo: await storeImage({ dataUrl: logo, kind: "logo" }) }),
  };
}

/** Takes the new name and gives the old one free; names are compared without regard to case and spaces. */
export function nameSteps(organization_id: string, before: string, after: string, field?: string): Step[] {
  if (comparableName(before) === comparableName(after)) return [];
  return [
    create(keys.organizationName(after), { organization_id }, { otherwise: nameTaken(field) }),
    ...(before === "" ? [] : [remove(keys.organizationName(before))]),
  ];
}
