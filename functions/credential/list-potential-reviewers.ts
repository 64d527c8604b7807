import { listPotentialReviewers } from "../../shared/credential/calls.ts";
import { cursorOf } from "../../shared/http/cursor.ts";
import { CredentialId } from "../../shared/http/fields.ts";
import { implement } from "../chain/implement.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { firstRowOf } from "../data/list.ts";
import { type Accepted, findAccepted, readRanked } from "../reviewer/model/accepted.ts";
import { whoMayReview } from "../user/model/reviewer-standing.ts";
import { loadForStaff } from "./model/guards.ts";
import { StoredCriteria } from "./model/record.ts";

/** Most matching skills first, at equal skills the own organization's first. */
const bestFirst = (one: Accepted, other: Accepted) =>
  other.matching_skills - one.matching_skills ||
  Number(other.own_organization) - Number(one.own_organization) ||
  one.user_id.localeCompare(other.user_id);

/**
 * Offers the reviewers a credential may have, best first; before its criteria are saved there is nobody to offer. Who may
 * not review at present is shown only to be taken off the list, so that a page may be shorter than asked for.
 */
export const handler = implement(
  listPotentialReviewers,
  async ({ credential_id, offset, limit, cursor }, { actor, organization_id, prefetched: [found] }) => {
    const criteria = found && StoredCriteria.parse(found); // told to nobody before the credential proves the caller's
    const wanted = { organization_id, skill_ids: criteria?.skills.map(({ skill_id }) => skill_id) ?? [] };
    const [{ credential }, accepted] = await Promise.all([
      loadForStaff(credential_id, actor),
      criteria ? findAccepted(criteria.category, wanted) : [],
    ]);
    const chosen = credential.assigned_reviewers;
    const others = chosen.filter((id) => accepted.every(({ user_id }) => user_id !== id)); // of another category, say
    const ranked = await readRanked(
      others.map((user_id) => ({ user_id, organization_id })),
      wanted,
    );
    const candidates = [...ranked.map((other) => ({ ...other, organization_id })), ...accepted].toSorted(bestFirst);
    const start = firstRowOf({ offset, cursor });
    const end = start + limit;
    const page = candidates.slice(start, end);
    const unchosen = page.map(({ user_id }) => user_id).filter((user_id) => !chosen.includes(user_id));
    const [cards, able] = await Promise.all([readRanked(page, wanted), whoMayReview(unchosen, organization_id)]);
    const offered = cards.filter(({ user_id }) => chosen.includes(user_id) || able.has(user_id));
    return {
      data: {
        data: offered.map((card) => ({ ...card, assigned: chosen.includes(card.user_id) })),
        total: candidates.length,
        ...(end < candidates.length && { cursor: cursorOf(String(end)) }),
      },
    };
  },
  {
    prefetch({ credential_id }) {
      const named = CredentialId.safeParse(credential_id);
      return named.success ? [credentialKeys.credentialCriteria(named.data)] : [];
    },
  },
);
