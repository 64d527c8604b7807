import { defaultTimezone } from "../../../shared/organization/timezone.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { get } from "../../data/table.ts";
import { OrganizationRecord } from "./record.ts";

/** The time zone of an organization at this moment: what is completed now is completed on the day that it is there. */
export const readTimezone = async (organization_id: string): Promise<string> =>
  (await get(OrganizationRecord, organizationKeys.organization(organization_id)))?.timezone ?? defaultTimezone;
