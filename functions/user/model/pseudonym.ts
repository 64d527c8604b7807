import { createHash } from "node:crypto";
import * as z from "zod";
import { newId } from "../../data/ids.ts";
import type { Key } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { put, remove, type Step } from "../../data/steps.ts";
import { get } from "../../data/table.ts";

/** What everybody reads where a deleted person's name was. */
export const deletedName = { first_name: "Deleted", last_name: "user" } as const;

/** The address a deleted person's account has in the user pool: nothing can be mailed to it. */
export const pseudonymOf = (user_id: string): string => `${user_id.toLowerCase()}@deleted.invalid`;

const tombstoneKey = (email: string): Key =>
  organizationKeys.deletedAddress(createHash("sha256").update(email.trim().toLowerCase()).digest("hex"));

const Tombstone = z.object({ user_id: z.string() });

/**
 * The address under which the user pool still knows a deleted person who signs in with `email`, so that the right password
 * leads to ERRUSRDELETED and a wrong one does not. Of any other address one that is nobody's.
 */
export async function retiredAddressOf(email: string): Promise<string> {
  const tombstone = await get(Tombstone, tombstoneKey(email));
  return pseudonymOf(tombstone?.user_id ?? newId("usr"));
}

/** The step that remembers, by its hash alone, that an address had an account. */
export const rememberAddress = (email: string, user_id: string): Step => put(tombstoneKey(email), { user_id });

/** The step that forgets it, when the address has an account again. */
export const forgetAddress = (email: string): Step => remove(tombstoneKey(email));
