import { list } from "../../shared/credential/calls.ts";
import { credentialStates, stateOfWord } from "../../shared/credential/states.ts";
import { keys, searchIndexes, views } from "../data/keys.ts";
import { listPage, listReferences } from "../data/list.ts";
import { findPage, wordsOf } from "../data/search.ts";
import { batchGet, type Item } from "../data/table.ts";
import type { Actor } from "../runtime/actor.ts";
import { implement } from "../runtime/implement.ts";
import { publicRows } from "./public-rows.ts";
import { StoredCredential } from "./record.ts";
import { issuerOf, rowOf } from "./view.ts";

interface Page {
  readonly text?: string;
  readonly offset: number;
  readonly limit: number;
  readonly cursor?: string;
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

/** The credentials a reviewer may review; words narrow the first hundred of them. */
async function listAssigned({ text, offset, limit, cursor }: Page, actor: Actor) {
  const view = views.assignedCredentials(actor.user_id);
  if (!text) return publicRows(await listReferences({ view, offset, limit, cursor }), actor);
  const { credentials } = await publicRows(await listReferences({ view, limit: 100 }), actor);
  const wanted = wordsOf(text);
  const found = credentials.filter(({ title }) => {
    const words = wordsOf(title);
    return wanted.length > 0 && wanted.every((each) => words.some((word) => word.startsWith(each)));
  });
  return { credentials: found.slice(offset, offset + limit), total: found.length };
}

/** Lists an organization's credentials, newest first, by state, creator and words; for a reviewer those they may review. */
export const handler = implement(list, async ({ user_id, status, q, search: text = q, ...page }, { actor }) => {
  if (actor.role === "reviewer") return { data: await listAssigned({ ...page, text }, actor) };
  const { organization_id } = actor;
  const state = stateOfWord(status);
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
