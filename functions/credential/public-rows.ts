import type { CredentialRow } from "../../shared/credential/credential.ts";
import { keys } from "../data/keys.ts";
import { type ListQuery, listReferences } from "../data/list.ts";
import { getMany, type Item } from "../data/table.ts";
import type { Actor } from "../runtime/actor.ts";
import { organizationOfSort, StoredCredential } from "./store.ts";
import { issuerOf, rowOf } from "./view.ts";

/**
 * Reads a page of published credentials of any organization, two reads deep: the index, whose sort keys name the
 * organizations, then credentials, organizations and the caller's own applications together. Credentials of an
 * organization that is not active any more are left out.
 */
export async function publicRows(query: ListQuery, actor: Actor) {
  const { references, sorts, ...page } = await listReferences(query);
  const [things, organizations, applied] = await Promise.all([
    getMany(references),
    getMany([...new Set(sorts.map(organizationOfSort))].map((id) => keys.organization(id))),
    getMany(references.map(({ pk }) => keys.applied(actor.user_id, pk.slice(pk.indexOf("#") + 1)))),
  ]);
  const active = new Map(
    organizations
      .filter((item): item is Item => item?.status === "active")
      .map((item) => [String(item.organization_id), issuerOf(item)]),
  );
  const credentials = things.flatMap((thing, index): CredentialRow[] => {
    if (!thing) return [];
    const credential = StoredCredential.parse(thing);
    const issuer = active.get(credential.organization_id);
    const pointer = applied[index];
    if (!issuer) return [];
    const application = pointer && { application_id: String(pointer.application_id), status: "applied" };
    return [rowOf(credential, actor, { issuer, application })];
  });
  return { credentials, ...page };
}
