import { list } from "../../shared/credential/calls.ts";
import { type CredentialState, credentialStates, stateOfWord } from "../../shared/credential/states.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { keys, searchIndexes, views } from "../data/keys.ts";
import { listPage, listReferences } from "../data/list.ts";
import { findPage, wordsOf } from "../data/search.ts";
import { batchGet, type Item } from "../data/table.ts";
import { publicRows } from "../submission/model/public-rows.ts";
import { StoredCredential } from "./model/record.ts";
import { issuerOf, rowOf } from "./model/view.ts";

interface Page {
  readonly text?: string;
  readonly offset: number;
  readonly limit: number;
  readonly cursor?: string;
}

interface Narrowing {
  readonly state?: CredentialState;
  readonly creator?: string;
}

/** Whose credentials a custom role without Global lists: its own, and of the rest those that are published. */
const creatorFor = (actor: Actor, asked: string | undefined, state: string | undefined) =>
  actor.reach === "own" && state !== "published" ? actor.user_id : asked;

/** How many credentials each tab holds for the actor, by the creator that was asked for. */
async function totalsOf(actor: Actor, asked: string | undefined) {
  const tabs = [undefined, ...credentialStates].map((status) =>
    views.credentials(actor.organization_id, { creator: creatorFor(actor, asked, status), status }),
  );
  const counts = (await batchGet(tabs.map(keys.total))).map((item) => Number(item?.count ?? 0));
  const [all = 0, draft = 0, submitted = 0, rejected = 0, published = 0, closed = 0] = counts;
  return { all, draft, submitted, rejected, published, closed };
}

/** Credentials a reviewer is assigned to that are looked through for words, a state and a creator. */
const SEARCHED_MAX = 1000;

/** The credentials a reviewer may review; words, state and creator narrow the latest thousand of them. */
async function listAssigned({ text, state, creator, offset, limit, cursor }: Page & Narrowing, actor: Actor) {
  const view = views.assignedCredentials(actor.user_id);
  if (!text && !state && !creator) return publicRows(await listReferences({ view, offset, limit, cursor }), actor);
  const { references, sorts } = await listReferences({ view, limit: SEARCHED_MAX });
  const things = await batchGet(references);
  const wanted = text === undefined ? undefined : wordsOf(text);
  const isMeant = (item: Item | undefined) => {
    if (item === undefined) return false;
    const { status, created_by, title } = StoredCredential.parse(item);
    if ((state && status !== state) || (creator && created_by !== creator)) return false;
    const words = wordsOf(title);
    return !wanted || (wanted.length > 0 && wanted.every((each) => words.some((word) => word.startsWith(each))));
  };
  const meant = [...references.keys()].filter((index) => isMeant(things[index]));
  const page = meant.slice(offset, offset + limit);
  return publicRows(
    {
      references: page.map((index) => references[index]!),
      sorts: page.map((index) => sorts[index]!),
      total: meant.length,
    },
    actor,
  );
}

/** Lists an organization's credentials, newest first, by state, creator and words; for a reviewer those they may review. */
export const handler = implement(list, async ({ user_id, status, q, search: text = q, ...page }, { actor }) => {
  const state = stateOfWord(status);
  if (actor.role === "reviewer") {
    const creator = user_id === actor.user_id ? undefined : user_id; // those assigned to oneself are all of them
    return { data: await listAssigned({ ...page, text, state, creator }, actor) };
  }
  const { organization_id } = actor;
  const creator = creatorFor(actor, user_id, state);
  const issuer = issuerOf(actor.organization);
  const row = (item: Item) => rowOf(StoredCredential.parse(item), actor, { issuer });
  if (text) {
    const where = { status: state, creator };
    const { items, total } = await findPage({
      ...page,
      space: searchIndexes.credentials(organization_id),
      text,
      where,
    });
    return { data: { credentials: items.map(row), total } };
  }
  const view = views.credentials(organization_id, { creator, status: state });
  const [{ items, total, cursor }, totals] = await Promise.all([listPage({ ...page, view }), totalsOf(actor, user_id)]);
  return { data: { credentials: items.map(row), total, ...(cursor && { cursor }), totals } };
});
