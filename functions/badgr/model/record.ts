import * as z from "zod";
import { BadgeAward } from "../../../shared/badgr/badgr.ts";
import { BadgrConnection, BadgrRegion } from "../../../shared/organization/badgr-connection.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { get, type Item } from "../../data/table.ts";
import { environment } from "../../runtime/environment.ts";

/**
 * An organization's account at the badge service. Of all its secrets only the refresh token is kept, encrypted; it is
 * good once, so that whoever uses it takes a turn (`renewing_until`, epoch seconds) and leaves the next one here.
 */
export const StoredConnection = z.object({
  organization_id: z.string(),
  /** Another one after each sign-in. */
  connection_id: z.string(),
  status: BadgrConnection.shape.status,
  region: BadgrRegion,
  refresh_token: z.string().optional(),
  renewing_until: z.number().optional(),
  connected_by: z.string(),
  connected_on: z.string(),
  expired_on: z.string().optional(),
  version: z.number(),
});
export type StoredConnection = z.infer<typeof StoredConnection>;

/** Reads how an organization stands with the badge service; undefined when it is not connected. */
export const readConnection = (organization_id: string): Promise<StoredConnection | undefined> =>
  get(StoredConnection, certificateKeys.badgrConnection(organization_id));

/** A connection as it leaves. */
export const connectionOf = ({ status, region, connected_on, expired_on }: StoredConnection): BadgrConnection => ({
  status,
  region,
  connected_on,
  expired_on,
});

/** What a credential says of its badge. */
export const BadgeTerms = z.object({
  cred_id: z.string(),
  organization_id: z.string(),
  title: z.string(),
  badgrImage: z.string(),
  badgrIssuer: z.string(),
  entity_type: z.enum(["draft", "BadgeClass"]),
});
export type BadgeTerms = z.infer<typeof BadgeTerms>;

/** Whether whoever completes the credential is awarded a badge: it has one, or an image and an issuer for one. */
export const awardsBadge = ({ entity_type, badgrImage, badgrIssuer }: Omit<BadgeTerms, "cred_id" | "title">): boolean =>
  entity_type === "BadgeClass" || (badgrImage !== "" && badgrIssuer !== "");

/** Which badge belongs to a credential; without `badge_id` it is being made. */
export const BadgeLink = z.object({
  organization_id: z.string(),
  cred_id: z.string(),
  badge_id: z.string().optional(),
  issuer_id: z.string().optional(),
});

/** The badge of a completed submission on its way, as stored beside its application. */
export const StoredAward = BadgeAward.extend({
  application_id: z.string(),
  organization_id: z.string(),
  cred_id: z.string(),
  user_id: z.string(),
  /** The badge service was asked before: look before asking again. */
  asked: z.boolean(),
  assertion_id: z.string().optional(),
  /** The certificate it stands beside; awards from before replacements were followed have none. */
  certificate_id: z.string().optional(),
  /** Since when the badge service refuses it. */
  failed_on: z.string().optional(),
  created_on: z.string(),
  version: z.number(),
});
export type StoredAward = z.infer<typeof StoredAward>;

/** The page that an award names as its evidence. */
export const evidenceOf = ({ organization_id: org_id, cred_id, user_id }: StoredAward): string =>
  environment("PORTAL_ORIGIN") + paths.certificateOf({ org_id, cred_id, user_id });

/** How far the badge of an application has come, for the list of applicants; undefined where none is awarded. */
export function awardShown(application: { status: string }, terms: BadgeTerms, stored: Item | undefined) {
  if (stored) {
    const { status, reason, awarded_on, next_try_on } = StoredAward.parse(stored);
    return { status, reason, awarded_on, next_try_on };
  }
  const due = application.status === "completed" && awardsBadge(terms);
  return due ? ({ status: "waiting" } as const) : undefined;
}
