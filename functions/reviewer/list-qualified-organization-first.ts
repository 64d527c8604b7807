import { listQualifiedOrganizationFirst } from "../../shared/reviewer/calls.ts";
import { implement } from "../runtime/implement.ts";
import { findAccepted, type RankedCard, readRanked } from "./accepted.ts";

/** The organization's own first, each half by how many of the wanted skills they have. */
const ownFirst = (one: RankedCard, other: RankedCard) =>
  Number(other.own_organization) - Number(one.own_organization) ||
  other.matching_skills - one.matching_skills ||
  one.user_id.localeCompare(other.user_id);

export const handler = implement(
  listQualifiedOrganizationFirst,
  async ({ category, skills, offset, limit }, { organization_id }) => {
    const skill_ids = skills === "" ? [] : skills.split(",").map(Number);
    const accepted = await findAccepted(category, organization_id);
    const ranked = (await readRanked(accepted, { organization_id, skill_ids })).toSorted(ownFirst);
    return { data: { data: ranked.slice(offset, offset + limit), total: ranked.length } };
  },
);
