import * as z from "zod";
import { credentialViews } from "../../data/keys/credential.ts";
import { eachListed } from "../../data/list.ts";

const Named = z.object({ cred_id: z.string(), title: z.string(), status: z.string() });

/** What a cell names: a published credential by its id, or what is wrong with it in words. */
export type NamedCredential = { readonly credential_id: string } | { readonly fault: string };

/** Reads the credentials of an organization once; answers what a cell names by its id or its exact title. */
export async function credentialsByName(organization_id: string): Promise<(cell: string) => NamedCredential> {
  const published = new Map<string, string[]>(); // of each name, that of no published one, too
  await eachListed(credentialViews.credentials(organization_id), async (item) => {
    const { cred_id, title, status } = Named.parse(item);
    for (const name of [cred_id, title])
      published.set(name, [...(published.get(name) ?? []), ...(status === "published" ? [cred_id] : [])]);
  });
  return (cell) => {
    const found = published.get(cell);
    const [first, second] = found ?? [];
    if (found === undefined) return { fault: `Your organization has no credential “${cell}”.` };
    if (first === undefined) return { fault: `“${cell}” isn’t published.` };
    return second === undefined
      ? { credential_id: first }
      : { fault: `Several credentials are called “${cell}”. Write the ID of the one you mean.` };
  };
}
