import { maskedAddress } from "../../shared/badgr/badgr.ts";
import { listAssertions } from "../../shared/badgr/calls.ts";
import { cursorOf } from "../../shared/http/cursor.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import type { AwardQuery, BadgeService } from "../clients/badgr/badgr.ts";
import { decodeCursor } from "../data/list.ts";
import { atBadgeService } from "./model/connection.ts";
import { assertionOf } from "./model/rows.ts";

export const handler = implement(
  listAssertions,
  async ({ badge_id, issuer_id, limit, cursor }, { actor, organization_id }) => {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    const page = await atBadgeService(organization_id, async (service) => {
      const of = badge_id ? { badge_id } : await issuerIn(service, issuer_id);
      return of ? service.awards({ of, limit, cursor: after }) : { assertions: [], cursor: undefined };
    });
    if (page === undefined) throw new Problem("resource.not-found");
    const assertions = page.assertions.map(assertionOf);
    const shown = actor.role === "admin" ? assertions : assertions.map(masked);
    return { data: { assertions: shown, ...(page.cursor && { cursor: cursorOf(page.cursor) }) } };
  },
);

const masked = <Row extends { recipient: string }>(row: Row): Row => ({
  ...row,
  recipient: maskedAddress(row.recipient),
});

async function issuerIn(service: BadgeService, issuer_id: string | undefined): Promise<AwardQuery["of"] | undefined> {
  const wanted = issuer_id ?? (await service.issuers())[0]?.entityId;
  return wanted === undefined ? undefined : { issuer_id: wanted };
}
