import type { CredentialRow } from "../../shared/credential/credential.ts";
import { idOf, keys } from "../data/keys.ts";
import type { ReferencePage } from "../data/list.ts";
import { batchGet, type Item } from "../data/table.ts";
import type { Actor } from "../runtime/actor.ts";
import { organizationOfSort, StoredCredential } from "./store.ts";
import { issuerOf, rowOf } from "./view.ts";

/**
 * Reads the rows of a page of published credentials of any organization: credentials, the organizations that the sort
 * keys name, and the caller's own applications, in one round. Credentials of an organization that is not active any more
 * are left out.
 */
export async function publicRows({ references, sorts, ...page }: ReferencePage, actor: Actor) {
  const [things, organizations, applied] = await Promise.all([
    batchGet(references),
    batchGet([...new Set(sorts.map(organizationOfSort))].map((id) => keys.organization(id))),
    batchGet(references.map(({ pk }) => keys.applied(actor.user_id, idOf(pk)))),
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
