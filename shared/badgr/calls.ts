import * as z from "zod";
import { call, data, Page, paging } from "../http/call.ts";
import { CredentialId, OrganizationId, organizationSelector, SelectedOrganizationId } from "../http/fields.ts";
import { BadgrConnection, BadgrRegion } from "../organization/badgr-connection.ts";
import { Badge, BadgeAssertion, BadgrIssuer, EntityId, importMax } from "./badgr.ts";

const within = "organization";
const asks = [
  "badgr.not-connected",
  "badgr.expired",
  "badgr.not-verified",
  "badgr.unavailable",
  "badgr.throttled",
] as const;

/** The password is exchanged once for tokens and kept nowhere. */
export const login = call({
  route: "POST /badgr/login",
  summary: "Connect the organization to the badge service",
  allow: { permission: "badgr:connect", within },
  input: () =>
    z.object({
      orgid: SelectedOrganizationId,
      /** The email address of the account. */
      username: z.string("Enter the email of the account.").trim().min(1, "Enter the email of the account.").max(254),
      password: z.string("Enter the password.").min(1, "Enter the password.").max(1000),
      region: BadgrRegion.default("us"),
    }),
  output: () => data(BadgrConnection),
  problems: ["badgr.sign-in-refused", "badgr.not-verified", "badgr.unavailable", "badgr.throttled"],
});

/** What is known here, without asking the badge service. */
export const connected = call({
  route: "GET /badgr/connected",
  summary: "Check whether the badge service is connected",
  allow: { permission: "badgr:connected", within },
  input: () => z.object(organizationSelector),
  output: () => data(z.boolean()),
});

export const disconnect = call({
  route: "DELETE /badgr/disconnect",
  summary: "Disconnect the organization from the badge service",
  allow: { permission: "badgr:connect", within },
  input: () => z.object(organizationSelector),
  output: () => data(z.object({ organization_id: OrganizationId })),
});

const place = { offset: paging.offset, limit: paging.limit };

/** Those of the connected account. */
export const listIssuers = call({
  route: "GET /badgr/issuers",
  summary: "List issuers of the badge service",
  allow: { permission: "badgr:list-issuers", within },
  input: () => z.object({ ...organizationSelector, ...place }),
  output: () => data(z.object({ issuers: z.array(BadgrIssuer), total: z.number().int() })),
  problems: [...asks],
});

/** Those of the connected account, or with `issuer_id` of one issuer, with the credentials that award them. */
export const listBadges = call({
  route: "GET /badgr/badges",
  summary: "List badges of the badge service",
  allow: { permission: "badgr:badges", within },
  input: () =>
    z.object({
      ...organizationSelector,
      ...place,
      /** Only badges of this issuer. */
      issuer_id: EntityId.optional(),
    }),
  output: () => data(z.object({ badges: z.array(Badge), total: z.number().int() })),
  problems: [...asks, "resource.not-found"],
});

/**
 * Newest first; of the account's first issuer when neither is named. The badge service counts nothing, so there is no
 * total: the cursor leads on.
 */
export const listAssertions = call({
  route: "GET /badgr/assertions",
  summary: "List awards of a badge or an issuer",
  allow: { permission: "badgr:badges", within },
  input: () =>
    z.object({
      ...organizationSelector,
      /** Only awards of this badge. */
      badge_id: EntityId.optional(),
      /** Only awards of this issuer. */
      issuer_id: EntityId.optional(),
      limit: paging.limit,
      cursor: paging.cursor,
    }),
  output: () => data(Page.pick({ cursor: true }).extend({ assertions: z.array(BadgeAssertion) })),
  problems: [...asks, "resource.not-found"],
});

/** Each becomes the badge of a new draft; one that was imported before is not imported again. */
export const importBadges = call({
  route: "POST /badgr/badges",
  summary: "Import badges as draft credentials",
  allow: { permission: "badgr:badges", within },
  input: () =>
    z.object({
      ...organizationSelector,
      badge_ids: z
        .array(EntityId)
        .min(1, "Choose at least one badge.")
        .max(importMax, `Choose at most ${importMax} badges at a time.`),
    }),
  output: () =>
    data(
      z.object({
        credentials: z.array(
          z.object({
            badge_id: EntityId,
            cred_id: CredentialId,
            title: z.string(),
            /** False where the badge was imported before. */
            imported: z.boolean(),
          }),
        ),
      }),
    ),
  problems: [...asks, "resource.not-found"],
  idempotent: true,
});
