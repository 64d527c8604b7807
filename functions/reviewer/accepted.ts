import type { ReviewerCard } from "../../shared/reviewer/calls.ts";
import { matchingSkills } from "../../shared/reviewer/rules.ts";
import { views } from "../data/keys.ts";
import { queryPage } from "../data/table.ts";
import { cardOf, readReviewers } from "./cards.ts";

/** Accepted reviewers looked at: of the own organization, and of all. */
const WINDOW = 100;

/** Who is accepted as a reviewer, and by which organization. */
export interface Accepted {
  readonly user_id: string;
  readonly organization_id: string;
}

async function acceptedIn(view: string): Promise<Accepted[]> {
  const { items } = await queryPage({ pk: view, limit: WINDOW, newestFirst: true });
  return items.map(({ sk }) => {
    const [user_id = "", organization_id = ""] = sk.split("#");
    return { user_id, organization_id };
  });
}

/** Finds the latest accepted reviewers of a category in the own organization, and the latest of all; everybody once. */
export async function findAccepted(category: number, organization_id: string): Promise<readonly Accepted[]> {
  const [own, all] = await Promise.all([
    acceptedIn(views.reviewersOfCategory(category, organization_id)),
    acceptedIn(views.reviewersOfCategory(category)),
  ]);
  return [...new Map([...all, ...own].map((each) => [each.user_id, each])).values()]; // who is accepted here counts as own
}

/** The card of an accepted reviewer with what ranks it. */
export type RankedCard = ReviewerCard & Required<Pick<ReviewerCard, "own_organization" | "matching_skills">>;

/** Reads the cards of accepted reviewers and of those `chosen` already, whatever became of them; in no order. One read. */
export async function readRanked(
  accepted: readonly Accepted[],
  {
    organization_id,
    skill_ids,
    chosen = [],
  }: {
    readonly organization_id: string;
    readonly skill_ids: readonly number[];
    readonly chosen?: readonly string[];
  },
): Promise<RankedCard[]> {
  const others = chosen.filter((id) => accepted.every(({ user_id }) => user_id !== id));
  const reviewers = await readReviewers([...accepted, ...others.map((user_id) => ({ user_id, organization_id }))]);
  return reviewers
    .filter(({ user_id, application }) => application?.status === "accepted" || chosen.includes(user_id))
    .map((reviewer) => ({
      ...cardOf(reviewer),
      own_organization: reviewer.application?.organization_id === organization_id,
      matching_skills: matchingSkills(reviewer.profile?.skills ?? [], skill_ids),
    }));
}
