import * as z from "zod";
import { call, data, paging } from "../http/call.ts";
import { CredentialId, OrganizationId, organizationSelector } from "../http/fields.ts";
import { Badge, BadgeAssertion, BadgrConnection, BadgrIssuer, BadgrRegion, EntityId, importMax } from "./badgr.ts";

const within = "organization";
const asks = ["badgr.not-connected", "badgr.expired", "badgr.unavailable", "badgr.throttled"] as const;

/** `POST badgr/login`: the password is exchanged once for tokens and kept nowhere. */
export const login = call({
  route: "POST /badgr/login",
  summary: "Connect the organization to its account at the badge service",
  allow: { permission: "badgr:connect", within },
  input: z.object({
    orgid: OrganizationId.optional(),
    username: z.string("Enter the email of the account.").trim().min(1, "Enter the email of the account.").max(254),
    password: z.string("Enter the password.").min(1, "Enter the password.").max(1000),
    region: BadgrRegion.default("us"),
  }),
  output: data(BadgrConnection),
  problems: ["badgr.sign-in-refused", "badgr.unavailable", "badgr.throttled"],
});

/** `GET badgr/connected`: what is known here, without asking the badge service. */
export const connected = call({
  route: "GET /badgr/connected",
  summary: "Whether the organization is connected to the badge service",
  allow: { permission: "badgr:connected", within },
  input: z.object(organizationSelector),
  output: data(z.boolean()),
});

/** `DELETE badgr/disconnect` */
export const disconnect = call({
  route: "DELETE /badgr/disconnect",
  summary: "Forget the organization's account at the badge service",
  allow: { permission: "badgr:connect", within },
  input: z.object(organizationSelector),
  output: data(z.object({ organization_id: OrganizationId })),
});

const place = { offset: paging.offset, limit: paging.limit };

/** `GET badgr/issuers` */
export const listIssuers = call({
  route: "GET /badgr/issuers",
  summary: "Issuers of the connected account",
  allow: { permission: "badgr:list-issuers", within },
  input: z.object({ ...organizationSelector, ...place }),
  output: data(z.object({ issuers: z.array(BadgrIssuer), total: z.number().int() })),
  problems: [...asks],
});

/** `GET badgr/badges`: with `issuer_id` those of one issuer. */
export const listBadges = call({
  route: "GET /badgr/badges",
  summary: "Badges of the connected account, with the credentials that award them",
  allow: { permission: "badgr:badges", within },
  input: z.object({ ...organizationSelector, ...place, issuer_id: EntityId.optional() }),
  output: data(z.object({ badges: z.array(Badge), total: z.number().int() })),
  problems: [...asks, "resource.not-found"],
});

/**
 * `GET badgr/assertions`: the awards of one badge or one issuer, newest first; of the account's first issuer when neither
 * is named. The badge service counts nothing, so there is no total: the cursor leads on.
 */
export const listAssertions = call({
  route: "GET /badgr/assertions",
  summary: "Awards of a badge or of an issuer",
  allow: { permission: "badgr:badges", within },
  input: z.object({
    ...organizationSelector,
    badge_id: EntityId.optional(),
    issuer_id: EntityId.optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(100).default(10),
    cursor: z.string().max(500).optional(),
  }),
  output: data(z.object({ assertions: z.array(BadgeAssertion), cursor: z.string().optional() })),
  problems: [...asks, "resource.not-found"],
});

/** `POST badgr/badges`: makes a draft credential of each badge; one that was imported before is not imported again. */
export const importBadges = call({
  route: "POST /badgr/badges",
  summary: "Import badges: each becomes the badge of a new draft credential",
  allow: { permission: "badgr:badges", within },
  input: z.object({
    ...organizationSelector,
    badge_ids: z
      .array(EntityId)
      .min(1, "Choose at least one badge.")
      .max(importMax, `Choose at most ${importMax} badges at a time.`),
  }),
  output: data(
    z.object({
      credentials: z.array(
        z.object({ badge_id: EntityId, cred_id: CredentialId, title: z.string(), imported: z.boolean() }),
      ),
    }),
  ),
  problems: [...asks, "resource.not-found"],
  idempotent: true,
});
