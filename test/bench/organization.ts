import type { Organization } from "../../shared/organization/organization.ts";

/** What calls answer that read nothing. */
export const organization: Organization = {
  organization_id: "org_01BENCH",
  name: "Northwind College",
  description: "<p>A college that teaches <b>teachers</b>.</p>",
  domain_url: "https://northwind.example",
  address: "1 Lake Street, Ann Arbor, MI 48104",
  phone: "734 555 0100",
  timezone: "America/New_York",
  archived: false,
  is_set_up: true,
  created_on: "2026-11-01T12:00:00.000Z",
  version: 1,
};
