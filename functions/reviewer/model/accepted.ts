import * as z from "zod";
import type { ReviewerCard } from "../../../shared/reviewer/card.ts";
import { matchingSkills } from "../../../shared/reviewer/rules.ts";
import { acceptedReviewerOf, reviewerViews } from "../../data/keys/reviewer.ts";
import { queryPage } from "../../data/table.ts";
import { cardOf, readReviewers } from "./cards.ts";

/** Accepted reviewers that are ranked: the latest of the own organization, and of all. */
const WINDOW = 1000;

/** For whom reviewers are looked for, and the skills that are wanted. */
export interface Wanted {
  readonly organization_id: string;
  readonly skill_ids: readonly number[];
}

type Rank = Required<Pick<ReviewerCard, "own_organization" | "matching_skills">>;

/** Who is accepted as a reviewer, by which organization, and what ranks them. */
export interface Accepted extends Rank {
  readonly user_id: string;
  readonly organization_id: string;
}

const Row = z.object({ sk: z.string(), skill_ids: z.array(z.number()).default([]) });

/**
 * Finds the accepted reviewers of a category, of the own organization and of all, everybody once. Reads their rows alone,
 * so that a page can be chosen among many before its cards are read.
 */
export async function findAccepted(
  category: number,
  { organization_id: own, skill_ids: wanted }: Wanted,
): Promise<readonly Accepted[]> {
  const rowsOf = (pk: string) => queryPage({ pk, limit: WINDOW, newestFirst: true });
  const pages = await Promise.all([
    rowsOf(reviewerViews.reviewersOfCategory(category)),
    rowsOf(reviewerViews.reviewersOfCategory(category, own)), // after all: who is accepted here counts as own
  ]);
  const accepted = pages.flatMap(({ items }) =>
    items.map((item): Accepted => {
      const { sk, skill_ids } = Row.parse(item);
      const place = acceptedReviewerOf(sk);
      const own_organization = place.organization_id === own;
      return { ...place, own_organization, matching_skills: matchingSkills(skill_ids, wanted) };
    }),
  );
  return [...new Map(accepted.map((each) => [each.user_id, each])).values()];
}

/** Reads the cards of reviewers with what ranks them, in the order asked, one read deep. */
export async function readRanked(
  reviewers: readonly Pick<Accepted, "user_id" | "organization_id">[],
  { organization_id, skill_ids }: Wanted,
): Promise<(ReviewerCard & Rank)[]> {
  const read = await readReviewers(reviewers);
  return read.map((reviewer) => {
    const has = reviewer.profile?.skills.map(({ skill_id }) => skill_id) ?? [];
    return {
      ...cardOf(reviewer),
      own_organization: reviewer.application?.organization_id === organization_id,
      matching_skills: matchingSkills(has, skill_ids),
    };
  });
}
