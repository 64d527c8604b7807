import { createHash } from "node:crypto";
import * as z from "zod";
import { keys } from "../data/keys.ts";
import { get, type Key, put, remove, type Step } from "../data/table.ts";

/** What everybody reads where a deleted person's name was. */
export const deletedName = { first_name: "Deleted", last_name: "user" } as const;

/** The address a deleted person's account has in the user pool: nothing can be mailed to it. */
export const pseudonymOf = (user_id: string): string => `${user_id.toLowerCase()}@deleted.invalid`;

const tombstoneKey = (email: string): Key =>
  keys.deletedAddress(createHash("sha256").update(email.trim().toLowerCase()).digest("hex"));

const Tombstone = z.object({ user_id: z.string() });

/**
 * The address under which the user pool knows whoever signs in with `email`: the same, or the pseudonym of a person who
 * was deleted, so that the right password still leads to ERRUSRDELETED and a wrong one does not.
 */
export async function poolAddressOf(email: string): Promise<string> {
  const tombstone = await get(Tombstone, tombstoneKey(email));
  return tombstone === undefined ? email : pseudonymOf(tombstone.user_id);
}

/** The step that remembers, by its hash alone, that an address had an account. */
export const rememberAddress = (email: string, user_id: string): Step => put(tombstoneKey(email), { user_id });

/** The step that forgets it, when the address has an account again. */
export const forgetAddress = (email: string): Step => remove(tombstoneKey(email));
