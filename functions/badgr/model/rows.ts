import type { Badge, BadgeAssertion, BadgrIssuer } from "../../../shared/badgr/badgr.ts";
import type { Assertion, BadgeClass, Issuer } from "../../clients/badgr/badgr.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { batchGet } from "../../data/table.ts";
import { BadgeLink } from "./record.ts";

const READ_MAX = 100;

/** An issuer as it leaves. */
export const issuerOf = ({ entityId, name, email, description, url, createdAt }: Issuer): BadgrIssuer => ({
  issuer_id: entityId,
  name,
  created_on: createdAt,
  email: email ?? "",
  description: description ?? "",
  url: url ?? "",
});

/** A badge as it leaves, with the credential that awards it. */
export const badgeOf = (badge: BadgeClass, cred_id: string | undefined): Badge => ({
  badge_id: badge.entityId,
  entity_type: "BadgeClass",
  issuer_id: badge.issuer,
  name: badge.name,
  description: badge.description ?? "",
  tags: badge.tags ?? [],
  created_on: badge.createdAt,
  url: badge.openBadgeId,
  cred_id,
});

/** An award as it leaves. */
export const assertionOf = (each: Assertion): BadgeAssertion => ({
  assertion_id: each.entityId,
  badge_id: each.badgeclass,
  issuer_id: each.issuer,
  recipient: each.recipient.plaintextIdentity ?? each.recipient.identity,
  issued_on: each.issuedOn,
  acceptance: each.acceptance,
  revoked: each.revoked,
  url: each.openBadgeId,
});

/** The credentials of an organization that award these badges, by badge. */
export async function credentialsOfBadges(
  organization_id: string,
  badge_ids: readonly string[],
): Promise<Map<string, string>> {
  const places = badge_ids.map((badge_id) => certificateKeys.badgrCredential(organization_id, badge_id));
  const rounds = Array.from({ length: Math.ceil(places.length / READ_MAX) }, (_, round) =>
    batchGet(places.slice(round * READ_MAX, (round + 1) * READ_MAX)),
  );
  const found = (await Promise.all(rounds)).flat();
  return new Map(
    badge_ids.flatMap((badge_id, at) => (found[at] ? [[badge_id, BadgeLink.parse(found[at]).cred_id]] : [])),
  );
}
