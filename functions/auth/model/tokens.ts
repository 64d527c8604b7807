import { createHash, createHmac, randomBytes } from "node:crypto";
import * as z from "zod";
import { organizationKeys } from "../../data/keys/organization.ts";
import { check, put } from "../../data/steps.ts";
import { transact } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";

const RESET_SECONDS = 600;

/** What is stored of a mailed token: its SHA-256. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The one password reset of a person that is good. */
export const PasswordResetRecord = z.object({
  token_hash: z.string(),
  expires_at: z.number(),
  /** Once it was begun: the password that it is for, as {@link attemptOf} has it; "" when the pool has refused that one. */
  attempt: z.string().optional(),
});
export type PasswordResetRecord = z.output<typeof PasswordResetRecord>;

/** Tells a reset that is sent again from one to another password. Without the token, which is not kept, it says nothing. */
export const attemptOf = (token: string, password: string): string =>
  createHmac("sha256", token).update(password).digest("base64url");

/**
 * Makes the token of a reset mail, good for ten minutes and for one use. An earlier one is dead from then on. Fails with
 * `state.changed` when the account was deleted meanwhile.
 */
export async function mintResetToken(user_id: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expires_at = clock.seconds() + RESET_SECONDS;
  await transact([
    check(organizationKeys.user(user_id), { where: { status: "active" } }),
    put(organizationKeys.passwordReset(user_id), { token_hash: hashOf(token), expires_at, ttl: expires_at }),
  ]);
  return token;
}
