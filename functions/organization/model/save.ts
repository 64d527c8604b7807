import { Problem } from "../../../shared/http/problem.ts";
import type { OrganizationFields } from "../../../shared/organization/organization.ts";
import { defaultTimezone, isOfferedTimezone, timezoneMessage } from "../../../shared/organization/timezone.ts";
import { storeImage } from "../../pictures/store-image.ts";
import type { OrganizationRecord } from "./record.ts";

/**
 * The attributes that the form's fields change: what was left out stays, what was emptied goes. A time zone is one of the
 * list, or stays what it is.
 */
export async function changesOf(
  fields: OrganizationFields,
  before?: OrganizationRecord,
): Promise<Partial<OrganizationRecord>> {
  const { name, description, domain_url, address, phone, timezone, logo, colour } = fields;
  if (timezone && timezone !== before?.timezone && !isOfferedTimezone(timezone))
    throw new Problem("input.invalid", { message: timezoneMessage, fields: { timezone: timezoneMessage } });
  return {
    name,
    description,
    ...(domain_url !== undefined && { domain_url: domain_url || undefined }),
    ...(address !== undefined && { address: address || undefined }),
    ...(phone !== undefined && { phone: phone || undefined }),
    ...(timezone !== undefined && { timezone: timezone || defaultTimezone }),
    ...(colour !== undefined && { colour: colour ?? undefined }),
    ...(logo === null && { logo: undefined }),
    ...(logo && { logo: await storeImage({ dataUrl: logo, kind: "logo" }) }),
  };
}
