import { cursorOf } from "../../shared/http/cursor.ts";
import { read } from "../../shared/quality/calls.ts";
import { sumOfCounts } from "../../shared/quality/quality.ts";
import { implement } from "../chain/implement.ts";
import { credentialKeys, credentialViews } from "../data/keys/credential.ts";
import { idOf } from "../data/keys/key.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { decodeCursor, listReferences } from "../data/list.ts";
import { batchGet, type Item, queryPage, readNumbers, withShards } from "../data/table.ts";
import { monthsAsked } from "../organization/model/asked-months.ts";
import { countsIn, periodOf, totalsOf } from "../review/model/kept-quality.ts";

/** So many credentials of one issuer are summed up, the newest. */
const OWN_MAX = 200;

interface Paging {
  readonly offset: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** An admin's figures are kept by month; an issuer's are the sum of their own credentials. */
export const handler = implement(read, async ({ from, to, ...paging }, { actor, organization_id }) => {
  const months = monthsAsked({ from, to });
  const own = actor.reach === "own" ? await readOwn(organization_id, actor.user_id) : undefined;
  const [kept, { items, cursor }] = await Promise.all([
    own === undefined ? readNumbers(months.map((month) => qualityKeys.quality(organization_id, month))) : [],
    own === undefined ? readPage(organization_id, paging) : pageOf(own, paging),
  ]);
  const counts = months.map((month, at) =>
    own === undefined ? countsIn(kept[at]) : sumOfCounts(own.map((item) => countsIn(item, month))),
  );
  const known = items.length === 0 ? [] : await batchGet(items.map(({ sk }) => credentialKeys.credential(sk)));
  return {
    data: {
      ...periodOf(months, counts),
      credentials: items.map((item, at) => ({
        credential_id: item.sk,
        title: String(known[at]?.title ?? "") || "Untitled credential",
        ...totalsOf(item, months),
      })),
      cursor,
    },
  };
});

/** A page of an organization's credentials that were reviewed, newest first. */
async function readPage(organization_id: string, { offset, limit, cursor }: Paging) {
  const { pk } = qualityKeys.credentialQuality(organization_id, "");
  const skip = cursor === undefined ? offset : 0;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const { items, next } = await queryPage({ pk, limit: skip + limit, newestFirst: true, ...(after && { after }) });
  return { items: await withShards(items.slice(skip)), cursor: next === undefined ? undefined : cursorOf(next) };
}

/** What is kept of the credentials that somebody created, newest first. */
async function readOwn(organization_id: string, creator: string): Promise<Item[]> {
  const { references } = await listReferences({
    view: credentialViews.credentials(organization_id, { creator }),
    limit: OWN_MAX,
  });
  const found = await readNumbers(references.map(({ pk }) => qualityKeys.credentialQuality(organization_id, idOf(pk))));
  return found.filter((item) => item !== undefined);
}

function pageOf(own: readonly Item[], { offset, limit, cursor }: Paging) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const begin = after === undefined ? offset : own.findIndex(({ sk }) => sk === after) + 1;
  const items = own.slice(begin, begin + limit);
  const last = items.at(-1);
  return { items, cursor: last && begin + limit < own.length ? cursorOf(last.sk) : undefined };
}
