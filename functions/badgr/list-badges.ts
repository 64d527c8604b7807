import { listBadges } from "../../shared/badgr/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { atBadgeService } from "./model/connection.ts";
import { badgeOf, credentialsOfBadges } from "./model/rows.ts";

export const handler = implement(listBadges, async ({ issuer_id, offset, limit }, { organization_id }) => {
  const badges = await atBadgeService(organization_id, (service) => service.badges(issuer_id));
  if (badges === undefined) throw new Problem("resource.not-found");
  const shown = badges.slice(offset, offset + limit);
  const credentials = await credentialsOfBadges(
    organization_id,
    shown.map(({ entityId }) => entityId),
  );
  const rows = shown.map((badge) => badgeOf(badge, credentials.get(badge.entityId)));
  return { data: { badges: rows, total: badges.length } };
});
