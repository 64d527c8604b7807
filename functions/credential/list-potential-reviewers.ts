import { listPotentialReviewers } from "../../shared/credential/calls.ts";
import { findAccepted, type RankedCard, readRanked } from "../reviewer/accepted.ts";
import { implement } from "../runtime/implement.ts";
import { jobCategories } from "./lookups/job-categories.ts";
import { loadOwn } from "./store.ts";

/** Most matching skills first, at equal skills the own organization's first. */
const bestFirst = (one: RankedCard, other: RankedCard) =>
  other.matching_skills - one.matching_skills ||
  Number(other.own_organization) - Number(one.own_organization) ||
  one.last_name.localeCompare(other.last_name);

/** Offers the reviewers a credential may have, best first. Before its criteria are saved there is nobody to offer. */
export const handler = implement(
  listPotentialReviewers,
  async ({ credential_id, offset, limit, cursor }, { actor, organization_id }) => {
    // The category is known only once the credential is read; looking into all three meanwhile saves a round.
    const [{ credential, criteria }, ...accepted] = await Promise.all([
      loadOwn(credential_id, actor),
      ...jobCategories.map(({ job_category_id }) => findAccepted(job_category_id, organization_id)),
    ]);
    const found = accepted[jobCategories.findIndex(({ job_category_id }) => job_category_id === criteria?.category)];
    const skill_ids = criteria?.skills.map(({ skill_id }) => skill_id) ?? [];
    const chosen = credential.assigned_reviewers; // of another category, say: only who is shown can be taken off
    const candidates = (await readRanked(found ?? [], { organization_id, skill_ids, chosen })).toSorted(bestFirst);
    const start = cursor === undefined ? offset : Number(cursor) || 0;
    const end = start + limit;
    return {
      data: {
        data: candidates.slice(start, end).map((card) => ({ ...card, assigned: chosen.includes(card.user_id) })),
        total: candidates.length,
        ...(end < candidates.length && { cursor: String(end) }),
      },
    };
  },
);
