import * as z from "zod";
import { Timestamp } from "../http/fields.ts";

/** Badges taken over by one import at most. */
export const importMax = 10;

/** An id of the badge service: 22 letters of the URL-safe alphabet as a rule. */
export const EntityId = z.string().regex(/^[\w-]{1,64}$/, "This ID isn’t valid.");

/** Somebody who awards badges at the badge service. */
export const BadgrIssuer = z.object({
  issuer_id: EntityId,
  name: z.string(),
  email: z.string(),
  description: z.string(),
  /** Its website. */
  url: z.string(),
  created_on: Timestamp,
});
export type BadgrIssuer = z.infer<typeof BadgrIssuer>;

/** A badge of the badge service. */
export const Badge = z.object({
  badge_id: EntityId,
  /** The badge service's word for a badge. */
  entity_type: z.literal("BadgeClass"),
  issuer_id: EntityId,
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  created_on: Timestamp,
  /** Its public page. */
  url: z.string(),
  /** The credential that awards it, where there is one. */
  cred_id: z.string().optional(),
});
export type Badge = z.infer<typeof Badge>;

/** A badge that was awarded. Issuers see the recipient's address only in part. */
export const BadgeAssertion = z.object({
  assertion_id: EntityId,
  badge_id: EntityId,
  issuer_id: EntityId,
  /** The e-mail address it was awarded to; issuers see it only in part. */
  recipient: z.string(),
  issued_on: Timestamp,
  /** What the recipient has done with it. */
  acceptance: z.enum(["Unaccepted", "Accepted", "Rejected"]),
  /** It was taken back. */
  revoked: z.boolean(),
  /** Its public page. */
  url: z.string(),
});
export type BadgeAssertion = z.infer<typeof BadgeAssertion>;

/** How far the badge of a completed submission has come. */
export const BadgeAward = z.object({
  /**
   * `failed` was refused by the badge service and is tried again; `given-up` is not. Once the certificate is no longer good
   * the award is `revoking`, then `revoked`; `not-revoked` was refused and is tried again.
   */
  status: z.enum(["waiting", "awarded", "failed", "given-up", "revoking", "not-revoked", "revoked"]),
  /** Why it was refused, and what to do about it. */
  reason: z.string().optional(),
  awarded_on: Timestamp.optional(),
  /** When it is tried again, at the latest; absent where an admin has to connect the account first. */
  next_try_on: Timestamp.optional(),
});
export type BadgeAward = z.infer<typeof BadgeAward>;

/** An address with all but its first letter and its host hidden. */
export const maskedAddress = (address: string): string => address.replace(/^(.)[^@]*(?=@)/, "$1…");
