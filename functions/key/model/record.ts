import * as z from "zod";
import type { ApiKey } from "../../../shared/key/key.ts";
import { fullName } from "../../../shared/platform/full-name.ts";
import { KnownKey } from "../../chain/key-actor.ts";
import { keyBeginning } from "../../chain/key-text.ts";
import { callsOfKey, lastUseIn } from "../../data/key-calls.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { batchGet } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import { shownPerson } from "../../user/model/shown-person.ts";

/** A key as stored: what the chain reads of it, and what admins see besides. */
export const StoredKey = z.object({
  ...KnownKey.shape,
  name: z.string(),
  created_by: z.string(),
  created_on: z.string(),
  ended_on: z.string().optional(),
  /** The last reminder of its end that the clock has passed, in days before it. */
  reminded: z.number().int().optional(),
  version: z.number(),
});
export type StoredKey = z.infer<typeof StoredKey>;

/** A key as admins see it. */
export const shownKey = (
  { secret_hash: _, organization_id: __, reminded: ___, version: ____, ...key }: StoredKey,
  told: Pick<ApiKey, "created_by_name" | "last_used_on">,
): ApiKey => ({
  ...key,
  ...told,
  status: key.status === "active" && key.expires_on <= clock.iso() ? "expired" : key.status,
  begins: keyBeginning(key.key_id),
});

/** Keys as admins see them, with who made each and when it last called. */
export async function shownKeys(stored: readonly StoredKey[]): Promise<ApiKey[]> {
  const found = await batchGet(
    stored.flatMap(({ key_id, created_by }) => [organizationKeys.user(created_by), callsOfKey(key_id)]),
  );
  return stored.map((key, index) => {
    const [maker, calls] = found.slice(2 * index, 2 * index + 2);
    return shownKey(key, { created_by_name: fullName(shownPerson(maker)), last_used_on: lastUseIn(calls) });
  });
}
