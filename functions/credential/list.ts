import { list } from "../../shared/credential/calls.ts";
import { credentialStates, stateOfWord } from "../../shared/credential/rules.ts";
import { views } from "../data/keys.ts";
import { listPage, totalOf } from "../data/list.ts";
import { getMany } from "../data/table.ts";
import type { Actor } from "../runtime/actor.ts";
import { implement } from "../runtime/implement.ts";
import { publicRows } from "./public-rows.ts";
import { StoredCredential } from "./store.ts";
import { issuerOf, rowOf } from "./view.ts";

/** Whose credentials a custom role without Global lists: its own, and of the rest those that are published. */
const creatorFor = (actor: Actor, asked: string | undefined, state: string | undefined) =>
  actor.reach === "s" && state !== "published" ? actor.user_id : asked;

/** How many credentials each tab holds, for the same organization and creator. */
async function totalsOf(organization_id: string, creator: string | undefined) {
  const tabs = [undefined, ...credentialStates].map((status) =>
    views.credentials(organization_id, { creator, status }),
  );
  const counts = (await getMany(tabs.map(totalOf))).map((item) => Number(item?.count ?? 0));
  const [all = 0, draft = 0, submitted = 0, rejected = 0, published = 0, closed = 0] = counts;
  return { all, draft, submitted, rejected, published, closed };
}

/** Lists an organization's credentials, newest first, by state and creator; for a reviewer those he may review. */
export const handler = implement(list, async ({ user_id, status, offset, limit, cursor }, { actor }) => {
  if (actor.role === "reviewer") {
    return { data: await publicRows({ view: views.assignedCredentials(actor.user_id), offset, limit, cursor }, actor) };
  }
  const { organization_id } = actor;
  const state = stateOfWord(status);
  const creator = creatorFor(actor, user_id, state);
  const view = views.credentials(organization_id, { creator, status: state });
  const [{ items, total, cursor: next }, totals] = await Promise.all([
    listPage({ view, offset, limit, cursor }),
    totalsOf(organization_id, creator),
  ]);
  const issuer = issuerOf(actor.organization);
  return {
    data: {
      credentials: items.map((item) => rowOf(StoredCredential.parse(item), actor, { issuer })),
      total,
      ...(next && { cursor: next }),
      totals,
    },
  };
});
