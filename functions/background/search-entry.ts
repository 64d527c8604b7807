import { summaryOf } from "../credential/summary.ts";
import { publicCredentialSort, searchIndexes } from "../data/keys.ts";
import { type SearchEntry, wordsOf } from "../data/search.ts";
import type { Item, Key } from "../data/table.ts";

const text = (value: unknown) => (typeof value === "string" ? value : undefined);

/** How a thing is to be found, by what it is; undefined when it is not to be found any more. */
export function searchEntryOf(thing: Item): SearchEntry | undefined {
  const reference = { pk: thing.pk, sk: thing.sk };
  const status = String(thing.status);
  const organization_id = String(thing.organization_id);
  if (thing.pk.startsWith("ORG#")) {
    if (status !== "active" && status !== "archived") return undefined;
    const facets = { archived: status === "archived" };
    const places = [{ space: searchIndexes.organizations(), facets }];
    return { reference, sort: organization_id, words: wordsOf(text(thing.name)), searchIndexes: places };
  }
  if (thing.pk.startsWith("CREDENTIAL#")) return credentialSearchEntry(thing, reference);
  if (thing.sk.startsWith("MEMBER#")) {
    const words = wordsOf(text(thing.first_name), text(thing.last_name), text(thing.email));
    const facets = { role: Number(thing.role), status: "active" };
    const places = [{ space: searchIndexes.users(organization_id), facets }];
    return { reference, sort: afterPrefix(String(thing.user_id)), words, searchIndexes: places };
  }
  if ((status !== "pending" && status !== "expired") || thing.self === true) return undefined;
  const facets = { role: Number(thing.role), status: "pending" };
  const places = [{ space: searchIndexes.users(organization_id), facets }];
  return {
    reference,
    sort: afterPrefix(String(thing.invite_id)),
    words: wordsOf(text(thing.email)),
    searchIndexes: places,
  };
}

const afterPrefix = (id: string) => id.slice(id.indexOf("_") + 1);

function credentialSearchEntry(thing: Item, reference: Key): SearchEntry {
  const credential = summaryOf(thing);
  const { status, organization_id, created_by: creator, category = 0, price_cents, scech } = credential;
  const open = { category, price: (price_cents ?? 0) > 0 ? "paid" : "free", scech: scech > 0 };
  return {
    reference,
    sort: publicCredentialSort({ cred_id: credential.cred_id, organization_id }),
    words: wordsOf(credential.title),
    searchIndexes: [
      { space: searchIndexes.credentials(organization_id), facets: { status, creator } },
      ...(status === "published" && !credential.unlisted
        ? [{ space: searchIndexes.openCredentials(), facets: open }]
        : []),
    ],
  };
}
