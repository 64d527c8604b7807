import { createHash, randomBytes } from "node:crypto";
import type { Certificate } from "../../../shared/certificate/certificate.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { batchGet } from "../../data/table.ts";

const SALT_BYTES = 16;

/**
 * A person's address as Open Badges credentials name somebody by it: the SHA-256 of the address with a salt behind it. A
 * fresh salt each time, so that two credentials of one person do not tell that they are. None of a deleted person.
 */
export async function hashedEmailOf(user_id: string): Promise<Certificate["hashed_email"]> {
  const [person] = await batchGet([organizationKeys.user(user_id)]);
  const email = String(person?.email ?? "");
  if (email === "") return undefined;
  const salt = randomBytes(SALT_BYTES).toString("hex");
  return {
    salt,
    sha256: createHash("sha256")
      .update(email.toLowerCase() + salt)
      .digest("hex"),
  };
}
