import { organizationKeys } from "../../data/keys/organization.ts";
import { batchGet, get } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { EmailRecord, UserRecord } from "../../user/model/record.ts";
import { hashOf, PasswordResetRecord } from "./tokens.ts";

/** Finds the account of an address with its pending reset, two reads deep; undefined when nobody alive has it. */
export async function findByEmail(
  email: string,
): Promise<{ user: UserRecord; reset?: PasswordResetRecord } | undefined> {
  const address = await get(EmailRecord, organizationKeys.email(email));
  if (address === undefined) return undefined;
  const [user, reset] = await batchGet([
    organizationKeys.user(address.user_id),
    organizationKeys.passwordReset(address.user_id),
  ]);
  const record = user && UserRecord.parse(user);
  if (record?.status !== "active") return undefined;
  return { user: record, ...(reset && { reset: PasswordResetRecord.parse(reset) }) };
}

/** Whether a mailed reset token is the one that is good now; then its account and what is kept of it. */
export async function findReset(
  email: string,
  token: string,
): Promise<{ user: UserRecord; reset: PasswordResetRecord } | undefined> {
  const { user, reset } = (await findByEmail(email)) ?? {};
  if (reset?.token_hash !== hashOf(token) || reset.expires_at <= clock.seconds()) return undefined;
  return user && { user, reset };
}
