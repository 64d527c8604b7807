import { defaultTimezone, type OrganizationFields } from "../../shared/organization/organization.ts";
import { storeImage } from "../pictures/store-image.ts";
import type { OrganizationRecord } from "./record.ts";

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
