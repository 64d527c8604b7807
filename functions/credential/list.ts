import { list } from "../../shared/credential/calls.ts";
import { type CredentialState, credentialStates, stateOfWord } from "../../shared/credential/states.ts";
import type { Actor } from "../chain/actor.ts";
import { implement } from "../chain/implement.ts";
import { credentialIndexes, credentialViews } from "../data/keys/credential.ts";
import { reviewerViews } from "../data/keys/reviewer.ts";
import { listPage, listReferences, readTotals } from "../data/list.ts";
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

type Narrowing = { readonly status?: CredentialState | undefined; readonly creator?: string | undefined };

/** Of whom the actor lists credentials in a state: without Global their own, but of all what is published or theirs to approve. */
function creatorFor({ reach, user_id, actions }: Actor, asked: string | undefined, status: CredentialState) {
  const isOpen = status === "published" || (status === "submitted" && actions.includes("Approve"));
  return reach === "own" && !isOpen ? user_id : asked;
}

/** What the actor lists in a state, or in every state. */
const listedIn = (actor: Actor, asked: string | undefined, state: CredentialState | undefined): Narrowing[] =>
  state === undefined && actor.reach !== "own"
    ? [{ creator: asked }]
    : (state ? [state] : credentialStates)
        .map((status) => ({ status, creator: creatorFor(actor, asked, status) }))
        .filter(({ creator }) => asked === undefined || creator === asked);

/** How many credentials each tab holds for the actor, by the creator that was asked for. */
async function totalsOf(actor: Actor, asked: string | undefined) {
  const { organization_id } = actor;
  const tabs = credentialStates.flatMap((status) => listedIn(actor, asked, status));
  const counts = await readTotals(tabs.map((each) => credentialViews.credentials(organization_id, each)));
  const of = (state: CredentialState) => counts[tabs.findIndex((each) => each.status === state)] ?? 0;
  const totals = Object.fromEntries(credentialStates.map((state) => [state, of(state)]));
  return { all: counts.reduce((sum, each) => sum + each, 0), ...(totals as Record<CredentialState, number>) };
}

/** Credentials a reviewer is assigned to that are looked through for words, a state and a creator. */
const SEARCHED_MAX = 1000;

/** The credentials a reviewer may review; words, state and creator narrow the latest thousand of them. */
async function listAssigned({ text, status: state, creator, offset, limit, cursor }: Page & Narrowing, actor: Actor) {
  const view = reviewerViews.assignedCredentials(actor.user_id);
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
    return { data: await listAssigned({ ...page, text, status: state, creator }, actor) };
  }
  const { organization_id } = actor;
  const listed = listedIn(actor, user_id, state);
  const issuer = issuerOf(actor.organization);
  const row = (item: Item) => rowOf(StoredCredential.parse(item), actor, { issuer });
  if (text) {
    const space = credentialIndexes.credentials(organization_id);
    const { items, total } = await findPage({ ...page, space, text, where: listed });
    return { data: { credentials: items.map(row), total } };
  }
  const view = listed.map((each) => credentialViews.credentials(organization_id, each));
  const counts = totalsOf(actor, user_id);
  const total = async () => (await counts)[state ?? "all"];
  const [{ items, cursor, ...counted }, totals] = await Promise.all([listPage({ ...page, view, total }), counts]);
  return { data: { credentials: items.map(row), ...counted, ...(cursor && { cursor }), totals } };
});
