import { createHash } from "node:crypto";
import type { BadgrAssertion, BadgrBadge, BadgrIssuer } from "./objects.ts";

const hashOf = (identity: string, salt: string) =>
  `sha256$${createHash("sha256")
    .update(identity + salt)
    .digest("hex")}`;

/** The objects as the service answers them, with addresses below `host`. */
export const shapesAt = (host: string) => ({
  issuer: (issuer: BadgrIssuer) => ({
    entityType: "Issuer",
    entityId: issuer.entityId,
    openBadgeId: `${host}/public/issuers/${issuer.entityId}`,
    createdAt: issuer.createdAt,
    createdBy: issuer.owner,
    name: issuer.name,
    image: issuer.image && `${host}/public/issuers/${issuer.entityId}/image`,
    email: issuer.email,
    description: issuer.description,
    url: issuer.url,
    staff: [issuer.owner, ...(issuer.staff ?? [])].map((user) => ({
      ...{ entityType: "IssuerStaff", entityId: user, user },
      role: user === issuer.owner ? "owner" : "staff",
    })),
    extensions: {},
    badgrDomain: "badgr.io",
  }),
  badge: (badge: BadgrBadge) => ({
    entityType: "BadgeClass",
    entityId: badge.entityId,
    openBadgeId: `${host}/public/badges/${badge.entityId}`,
    createdAt: badge.createdAt,
    createdBy: badge.owner,
    issuer: badge.issuer,
    issuerOpenBadgeId: `${host}/public/issuers/${badge.issuer}`,
    name: badge.name,
    image: `${host}/public/badges/${badge.entityId}/image`,
    description: badge.description,
    criteriaUrl: badge.criteriaUrl,
    criteriaNarrative: badge.criteriaNarrative,
    alignments: [],
    tags: badge.tags,
    expires: badge.expires,
    extensions: {},
  }),
  assertion: (each: BadgrAssertion) => ({
    entityType: "Assertion",
    entityId: each.entityId,
    openBadgeId: `${host}/public/assertions/${each.entityId}`,
    createdAt: each.createdAt,
    createdBy: each.owner,
    badgeclass: each.badgeclass,
    badgeclassOpenBadgeId: `${host}/public/badges/${each.badgeclass}`,
    issuer: each.issuer,
    issuerOpenBadgeId: `${host}/public/issuers/${each.issuer}`,
    image: `${host}/public/assertions/${each.entityId}/image`,
    recipient: {
      identity: each.hashed ? hashOf(each.identity, each.salt) : each.identity,
      hashed: each.hashed,
      type: each.type,
      plaintextIdentity: each.identity,
      ...(each.hashed && { salt: each.salt }),
    },
    issuedOn: each.issuedOn,
    narrative: each.narrative,
    evidence: each.evidence,
    revoked: each.revoked,
    revocationReason: each.revocationReason,
    acceptance: "Unaccepted",
    expires: each.expires,
    extensions: {},
  }),
  /** The public documents, in JSON-LD. Of a revoked award five keys are left. */
  public: {
    issuer: ({ entityId, name, url, email, description }: BadgrIssuer) => ({
      "@context": openBadges,
      type: "Issuer",
      id: `${host}/public/issuers/${entityId}`,
      name,
      url,
      email,
      description,
      image: `${host}/public/issuers/${entityId}/image`,
    }),
    badge: ({ entityId, issuer, name, description, criteriaNarrative, tags }: BadgrBadge) => ({
      "@context": openBadges,
      type: "BadgeClass",
      id: `${host}/public/badges/${entityId}`,
      name,
      description,
      issuer: `${host}/public/issuers/${issuer}`,
      image: `${host}/public/badges/${entityId}/image`,
      criteria: { id: `${host}/public/badges/${entityId}/criteria`, narrative: criteriaNarrative },
      alignment: [],
      tags,
    }),
    assertion: (each: BadgrAssertion) => {
      const id = `${host}/public/assertions/${each.entityId}`;
      const { revoked, revocationReason, evidence, narrative, expires, hashed, type, identity, salt } = each;
      if (revoked) return { "@context": openBadges, type: "Assertion", id, revoked, revocationReason };
      return {
        "@context": openBadges,
        type: "Assertion",
        id,
        badge: `${host}/public/badges/${each.badgeclass}`,
        image: `${host}/public/assertions/${each.entityId}/image`,
        verification: { type: "HostedBadge" },
        ...(evidence.length > 0 && { evidence: evidence.map(({ url, ...rest }) => ({ id: url, ...rest })) }),
        ...(narrative && { narrative }),
        issuedOn: inZone(each.issuedOn),
        ...(expires && { expires: inZone(expires) }),
        recipient: { hashed, type, identity: hashed ? hashOf(identity, salt) : identity, ...(hashed && { salt }) },
      };
    },
  },
});

const openBadges = "https://w3id.org/openbadges/v2";

const inZone = (iso: string) => iso.replace(/(\.\d+)?Z$/, "+00:00");
