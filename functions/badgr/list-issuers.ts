import { listIssuers } from "../../shared/badgr/calls.ts";
import { implement } from "../chain/implement.ts";
import { atBadgeService } from "./model/connection.ts";
import { issuerOf } from "./model/rows.ts";

export const handler = implement(listIssuers, async ({ offset, limit }, { organization_id }) => {
  const issuers = await atBadgeService(organization_id, (service) => service.issuers());
  return { data: { issuers: issuers.slice(offset, offset + limit).map(issuerOf), total: issuers.length } };
});
