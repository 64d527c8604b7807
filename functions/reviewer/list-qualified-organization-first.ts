import { listQualifiedOrganizationFirst } from "../../shared/reviewer/list-calls.ts";
import { implement } from "../chain/implement.ts";
import { whoMayReview } from "../user/model/reviewer-standing.ts";
import { type Accepted, findAccepted, readRanked } from "./model/accepted.ts";

/** The organization's own first, each half by how many of the wanted skills they have. */
const ownFirst = (one: Accepted, other: Accepted) =>
  Number(other.own_organization) - Number(one.own_organization) ||
  other.matching_skills - one.matching_skills ||
  one.user_id.localeCompare(other.user_id);

/** Who may not review at present is left out of a page, which may be shorter than asked for. */
export const handler = implement(
  listQualifiedOrganizationFirst,
  async ({ category, skills, offset, limit }, { organization_id }) => {
    const wanted = { organization_id, skill_ids: skills === "" ? [] : skills.split(",").map(Number) };
    const accepted = (await findAccepted(category, wanted)).toSorted(ownFirst);
    const page = accepted.slice(offset, offset + limit);
    const [cards, able] = await Promise.all([
      readRanked(page, wanted),
      whoMayReview(
        page.map(({ user_id }) => user_id),
        organization_id,
      ),
    ]);
    const data = cards.filter(({ user_id }) => able.has(user_id));
    return { data: { data, total: accepted.length } };
  },
);
