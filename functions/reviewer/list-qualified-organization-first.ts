import { listQualifiedOrganizationFirst } from "../../shared/reviewer/calls.ts";
import { implement } from "../runtime/implement.ts";
import { type Accepted, findAccepted, readRanked } from "./accepted.ts";

/** The organization's own first, each half by how many of the wanted skills they have. */
const ownFirst = (one: Accepted, other: Accepted) =>
  Number(other.own_organization) - Number(one.own_organization) ||
  other.matching_skills - one.matching_skills ||
  one.user_id.localeCompare(other.user_id);

export const handler = implement(
  listQualifiedOrganizationFirst,
  async ({ category, skills, offset, limit }, { organization_id }) => {
    const wanted = { organization_id, skill_ids: skills === "" ? [] : skills.split(",").map(Number) };
    const accepted = (await findAccepted(category, wanted)).toSorted(ownFirst);
    const data = await readRanked(accepted.slice(offset, offset + limit), wanted);
    return { data: { data, total: accepted.length } };
  },
);
