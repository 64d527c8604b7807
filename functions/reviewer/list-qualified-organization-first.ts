import { listQualifiedOrganizationFirst } from "../../shared/reviewer/calls.ts";
import { implement } from "../runtime/implement.ts";
import { rankedReviewers } from "./cards.ts";

export const handler = implement(
  listQualifiedOrganizationFirst,
  async ({ category, skills, offset, limit }, { organization_id }) => {
    const skill_ids = skills === "" ? [] : skills.split(",").map(Number);
    const ranked = await rankedReviewers({ organization_id, category, skill_ids });
    return { data: { data: ranked.slice(offset, offset + limit), total: ranked.length } };
  },
);
